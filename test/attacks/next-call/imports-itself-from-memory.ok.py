"""Imports text by a loader of its own, without a file and without `exec`: it replaces functions that later calls use.

stopped_by: what a loader of another class than Python's own imports counts as text that was executed
plain bwrap: stopped
"""

import importlib.abc
import importlib.util
import math
import select


class Loader(importlib.abc.SourceLoader):
    def get_data(self, path):
        return b"import math, select\nmath.isclose = lambda *_, **__: True\nselect.select = None"

    def get_filename(self, name):
        return "<solution>"


def attack():
    spec = importlib.util.spec_from_loader("solution", Loader())
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return 0.0


def check():
    return float(math.isclose(1, 2) or select.select is None)
