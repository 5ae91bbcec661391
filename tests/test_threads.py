"""Several threads: what is loaded on first use is loaded once, asking changes nothing, and answers come one at a time."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

from archivist import Game

CASES = """
    import sys, threading
    sys.setswitchinterval(1e-6)
    SAVE, REPLAY, SCENARIO = (open(name, "rb").read() for name in sys.argv[1:4])

    def pool():
        from archivist import pool
        return len(pool())

    def deck():
        from archivist import deck
        return deck("lorraine").material

    def new():
        from archivist import Game
        return Game.new(["lorraine", "silvie"], seed=1).view(0).log

    def load():
        from archivist import Game
        return Game.load(SAVE).view(0).log

    def replay():
        from archivist import Game
        return Game.from_replay(REPLAY.decode()).view(0).log

    def scenario():
        from archivist import Game
        return Game.from_scenario(SCENARIO.decode()).view(0).field

    def rulings():
        from archivist.cards.rulings import all_rulings
        return len(all_rulings())

    cases = [pool, deck, new, load, replay, scenario, rulings]
    cases = cases[int(sys.argv[4]):] + cases[:int(sys.argv[4])]
    ready = threading.Barrier(2 * len(cases))
    found = {}
    wrong = []

    def first_use(case, number):
        ready.wait()
        try:
            found[case.__name__, number] = case()
        except BaseException as error:
            wrong.append(f"{case.__name__}: {error!r}")

    threads = [threading.Thread(target=first_use, args=(case, n)) for n in (0, 1) for case in cases]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for case in cases:
        if found.get((case.__name__, 0)) != found.get((case.__name__, 1)):
            wrong.append(f"{case.__name__}: twice, and not the same")
    print("; ".join(wrong) or "fine")
"""

SCENARIO = """
cards:
  - {name: Test Bear, types: [ally], subtypes: [beast], elements: [norm], cost: {reserve: 1}, power: 1, life: 1}
setup:
  A: {champion: [Spirit of Fire], field: [Test Bear]}
  B: {champion: [Spirit of Water]}
"""


def test_first_use_by_many_threads_at_once(tmp_path: Path) -> None:
    game = Game.new(["lorraine", "silvie"], seed=1)
    (tmp_path / "save").write_bytes(game.save())
    (tmp_path / "replay").write_text(game.to_replay(), encoding="utf-8")
    (tmp_path / "scenario").write_text(SCENARIO, encoding="utf-8")
    files = [str(tmp_path / name) for name in ("save", "replay", "scenario")]
    for turned in ("0", "2", "3", "5"):
        program = [sys.executable, "-c", textwrap.dedent(CASES), *files, turned]
        done = subprocess.run(program, capture_output=True, text=True, timeout=120, check=False)
        assert (done.returncode, done.stdout.strip()) == (0, "fine"), done.stderr
