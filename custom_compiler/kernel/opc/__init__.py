"""The compiler `opc`: an operator's source and signature in, kernel and description out."""
