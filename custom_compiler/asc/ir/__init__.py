"""The intermediate language: dialects `ascendc` and `emitasc` beside xDSL's own."""
