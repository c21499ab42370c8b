"""What measured runs cost: read, as CANN's tables and traces, and as a page."""
