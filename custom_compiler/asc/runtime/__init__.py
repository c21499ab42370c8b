"""From a call of a kernel to its launch: options, binding, cache, compile, memory."""
