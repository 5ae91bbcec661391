"""What the server holds: killed at random moments, crowded, and beside bots that think. `python -m benchmarks.load`."""
