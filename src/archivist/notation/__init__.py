"""Ways of writing things down: saves and narration."""
