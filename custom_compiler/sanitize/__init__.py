"""Reports of sanitizer runs: read, and written as CANN's text, JSON, SARIF and on terminals."""
