"""What the device's compiler refuses and a host's takes, found in a kernel's syntax tree."""
