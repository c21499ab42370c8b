"""Rules of the device's compiler that host compilers lack, checked on a kernel's syntax tree."""
