// What is precompiled needs a target, and a target a source.
