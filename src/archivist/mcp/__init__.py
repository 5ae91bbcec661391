"""A server for assistants (Model Context Protocol): they judge, ask and look up here instead of inventing rulings.

- `work`: what is asked about scenarios; it runs in a process of its own, with limits on time and memory.
- `lookup`: rules and cards.
- `serving`: the tools, and how they are served. Only this module needs the package `mcp`.
"""
