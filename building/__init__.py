"""What the compiled build makes of the sources; `build_hook.py` uses it, and nothing that is installed does."""
