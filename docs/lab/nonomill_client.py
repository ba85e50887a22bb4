"""Solves, rates and judges nonograms from Python, by processes of nonomill that stay open.

One file, and nothing but the standard library: copy it beside your own. A process that died is
started again, and its question asked once more. Threads may share a Nonomill: each command answers
one question at a time.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Clues = Sequence[Sequence[Any]]
Answer = dict[str, Any]


class Nonomill:
    """Use it in a `with`, or close it: its processes end with it."""

    def __init__(self, command: Sequence[str] = ("nonomill",)) -> None:
        self._command = list(command)
        self._streams: dict[str, subprocess.Popen[str]] = {}
        self._locks = {name: threading.Lock() for name in ("check", "solve", "rate")}

    def check(self, rows: Clues, columns: Clues, text: str, **more: Any) -> Answer:
        """Scores an answer in words, of which the last grid of the puzzle's size counts."""
        asked = {"rows": rows, "columns": columns, "cells": text, "extract": True}
        return self._ask("check", {**asked, **more})

    def solve(self, rows: Clues, columns: Clues, **more: Any) -> Answer:
        """The status, the number of solutions, how hard it is, and the first two solutions."""
        return self._ask("solve", {"rows": rows, "columns": columns, **more})

    def rate(self, rows: Clues, columns: Clues, **more: Any) -> Answer:
        """The status, the score, the stars, and what the puzzle needs."""
        return self._ask("rate", {"rows": rows, "columns": columns, **more})

    def iter(self, corpus: str) -> Iterator[Answer]:
        """The puzzles of a file or folder in any format; what is no puzzle is named on stderr."""
        words = [*self._command, "convert", corpus, "-", "--to", "ndjson"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, encoding="utf-8") as process:
            assert process.stdout is not None
            yield from map(json.loads, process.stdout)
        if process.returncode not in (0, 1):
            raise RuntimeError(f"nonomill convert ended with {process.returncode}")

    def close(self) -> None:
        for process in self._streams.values():
            process.communicate()
        self._streams.clear()

    def __enter__(self) -> Nonomill:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(self, name: str, question: Mapping[str, Any]) -> Answer:
        line = json.dumps(question) + "\n"
        with self._locks[name]:
            answer = self._once(name, line) or self._once(name, line)
        if answer is None:
            raise RuntimeError(f"nonomill {name} --stream ended twice over {line[:200]}")
        if answer.get("kind") == "reject":
            raise ValueError(answer["reason"])
        return answer

    def _once(self, name: str, line: str) -> Answer | None:
        process = self._streams.get(name)
        if process is None or process.poll() is not None:
            words, pipe = [*self._command, name, "--stream"], subprocess.PIPE
            process = subprocess.Popen(words, stdin=pipe, stdout=pipe, encoding="utf-8")
            self._streams[name] = process
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(line)
            process.stdin.flush()
            return json.loads(process.stdout.readline())
        except (BrokenPipeError, json.JSONDecodeError):
            with contextlib.suppress(BrokenPipeError):
                process.communicate()
            return None
