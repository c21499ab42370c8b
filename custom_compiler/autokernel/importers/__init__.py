"""Trees from what others describe: functions of PyTorch, models of ONNX."""
