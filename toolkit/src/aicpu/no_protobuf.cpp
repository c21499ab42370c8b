// Nothing: the context of AI CPU kernels has no messages of protobuf.
