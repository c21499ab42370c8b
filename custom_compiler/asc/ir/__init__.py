"""The intermediate language: dialects `ascendc` and `emitasc` next to xDSL's own."""
