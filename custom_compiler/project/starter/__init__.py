"""A new operator project: sources, a test and a page that build and pass unmodified."""
