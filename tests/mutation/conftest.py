"""The hunt for faults limits its processes, which Windows cannot do: it is tested elsewhere only."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("resource") is not None else ["test_mutation.py"]
