"""What checked runs found: read, reported as CANN does, as JSON, as SARIF and on terminals."""
