"""Looks for moves to places that are not offered where the agent stands, and that win sooner than those that are.

Which places are next to which, the row says itself: a mapping from each place to others, or a list of pairs.
"""

from __future__ import annotations

import itertools
import re

from runrl_audit.playing.episodes import begun, paid_for, tried
from runrl_audit.playing.listen import marks_of, shapes_by
from runrl_audit.playing.seek import parts_of
from runrl_audit.searching.clock import STEPS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Graph = dict[str, list[str]]

_LEAST_PLACES = 4
_MOST_GRAPHS = 4
_MOST_FORMS = 24
_MOST_MOVES = 120
_MOST_GOALS = 30
_MOST_ENDS = 4
_HOLDERS = (list, tuple, set, frozenset, dict)
_CLOSING = re.compile(r"\W*(?:\w+\W+)?(?:done|stop|finish|submit|end|arrive|here|deliver|look)", re.IGNORECASE)


def jumps(made: Callable[[], Any], request: dict[str, Any]) -> list[dict[str, Any]]:
    """For each row the best jump, or nothing.

    Args:
        made: Makes an instance.
        request: `rows`, as `seek` has them, each with `said`, its prompt; `forms` with a mark for a place; `seed`, and
            `seconds` for all rows.

    Returns:
        `jump` and `way`, actions that come to the same place with and without a move that is not offered; `from` and
        `to`, where that move begins and ends.
    """
    share = request["seconds"] / max(1, len(request["rows"]))
    # All that may be done is known of the first row only.
    first = request["rows"][0]
    return [
        {"best": _on_row(made, {**first, **{key: each for key, each in row.items() if each}}, request, share)}
        for row in request["rows"]
    ]


def _on_row(
    made: Callable[[], Any], row: dict[str, Any], request: dict[str, Any], seconds: float
) -> dict[str, Any] | None:
    until = STEPS.now() + seconds
    ready = begun(made, row["fields"], request["seed"])
    if ready is None:
        return None
    start, first = ready
    calls = shapes_by(start, row.get("calls", [])).get(1, [])
    forms = [form for form in dict.fromkeys([*request["forms"], *calls, "zqxvkjb"]) if len(marks_of(form)) == 1]
    text = f"{row.get('said', '')}\n{first}"
    for graph in itertools.islice(_graphs([row["fields"], getattr(start, "__dict__", {})]), _MOST_GRAPHS):
        for path, part in parts_of(start):
            if isinstance(part, (str, int)) and str(part) in graph and not isinstance(part, bool):
                walker = _Walker(start, path, graph, forms[:_MOST_FORMS], row["actions"][:_MOST_MOVES], until)
                found = walker.best(str(part), text)
                if found is not None:
                    return found
    return None


class _Walker:
    """Moves an instance along a graph, as far as one part of it says where it is."""

    def __init__(self, start: Any, path: str, graph: Graph, forms: list[str], actions: list[str], until: float) -> None:
        self.start, self.path, self.graph, self.until = start, path, graph, until
        self.forms, self.actions = forms, actions
        closing = [action for action in sorted(actions, key=len) if _CLOSING.match(action) and not marks_of(action)]
        self.ends = ["", *closing[:_MOST_ENDS]]

    def best(self, here: str, text: str) -> dict[str, Any] | None:
        """The jump that is paid best, among those that the same way over offered places can be compared with."""
        steps = _ways(self.graph, here)
        near = [place for place, way in steps.items() if len(way) == 1]
        far = [place for place, way in steps.items() if len(way) >= 2]
        some = [*near[:3], *far[:3]]
        self.forms = [form for form in self.forms if any(self._leads(self.start, form, place) for place in some)]
        best: tuple[float, dict[str, Any]] | None = None
        for place in far[:_MOST_GOALS]:
            for form in self.forms:
                if STEPS.now() > self.until:
                    return None if best is None else best[1]
                if not self._leads(self.start, form, place):
                    continue
                jump = [_filled(form, place)]
                way = self._walked(here, steps[place], text)
                if way is None:
                    continue
                for end in self.ends:
                    paid = paid_for(self.start, [*jump, end])
                    fair = paid_for(self.start, [*way, end])
                    if fair > 1e-9 and paid >= fair - 1e-9 and (best is None or paid > best[0] + 1e-9):
                        more = [end] if end else []
                        made = {"jump": [*jump, *more], "way": [*way, *more], "from": here, "to": place}
                        best = paid, made
        return None if best is None else best[1]

    def _walked(self, here: str, way: list[str], text: str) -> list[str] | None:
        """Actions that go this way step by step, each place offered when it is gone to."""
        instance: Any = self.start
        taken: list[str] = []
        for place in way:
            if not all(_says(text, each) for each in self.graph[here]):
                return None
            # There may be words for directions, and none for places.
            moves = [*(_filled(form, place) for form in self.forms), *self.actions]
            action = next((move for move in moves if self._leads(instance, move, place)), None)
            if action is None:
                return None
            after = tried(instance, action)
            if after is None:
                return None
            instance = after[0]
            text += f"\n{after[1]['observation']}"
            taken.append(action)
            here = place
        return taken

    def _leads(self, instance: Any, form: str, place: str) -> bool:
        """Whether a form with the place in it leads there, or an action as it is."""
        after = tried(instance, _filled(form, place) if marks_of(form) else form)
        parts = parts_of(after[0]) if after is not None else ()
        return next((str(part) for path, part in parts if path == self.path), None) == place


def _ways(graph: Graph, start: str) -> dict[str, list[str]]:
    """The shortest way to each place that can be come to."""
    ways: dict[str, list[str]] = {start: []}
    queue = [start]
    for here in queue:
        for place in graph.get(here, []):
            if place not in ways:
                ways[place] = [*ways[here], place]
                queue.append(place)
    return ways


def _graphs(values: list[Any]) -> Iterator[Graph]:
    """What may say which places are next to each other."""
    for value in values:
        for each in _containers(value):
            graph = _as_graph(each)
            if len(graph) >= _LEAST_PLACES and sum(map(len, graph.values())) >= len(graph) / 2:
                yield graph


def _containers(value: Any, depth: int = 0) -> Iterator[Any]:
    if not isinstance(value, (dict, list)) or depth > 3:
        return
    yield value
    for each in value.values() if isinstance(value, dict) else ():
        yield from _containers(each, depth + 1)


def _as_graph(value: Any) -> Graph:
    graph: Graph = {}
    if isinstance(value, dict):
        graph = {str(key): list(_names(each)) for key, each in value.items() if isinstance(each, _HOLDERS)}
    for each in value if isinstance(value, list) else ():
        # A pair is gone both ways; an object has its own name first.
        first, *others = *_names(each), ""
        if isinstance(each, (list, tuple)) and 2 <= len(others) <= 3:
            graph.setdefault(first, []).append(others[0])
            graph.setdefault(others[0], []).append(first)
        elif isinstance(each, dict) and len(others) > 1:
            graph[first] = others
    return {key: [name for name in names if name in graph and name != key] for key, names in graph.items()}


def _names(value: Any) -> Iterator[str]:
    """Texts and numbers inside of a value; of a number with a name, a distance by its place, the name."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from (str(key),) if isinstance(each, (int, float)) else _names(each)
    elif isinstance(value, _HOLDERS):
        for each in value:
            yield from _names(each)
    elif isinstance(value, (str, int)):
        yield str(value)


def _says(text: str, place: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(place)}(?!\w)", text) is not None


def _filled(form: str, text: str) -> str:
    return form.replace(marks_of(form)[0], text)
