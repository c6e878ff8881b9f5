"""Which host gets what, in virtual time: the code that routes, with thousands of clients and no socket."""

from __future__ import annotations

import heapq
import random
from collections import Counter

import pytest
from runrl_sandbox.fleet.routing import Load, Router
from runrl_sandbox.fleet.versions import Agreement


def router(**loads: Load) -> Router:
    made = Router(seed=1)
    made.hosts.update(loads)
    made.refresh()
    return made


class Simulation:
    """Clients that always have so many calls under way, and hosts that run them in their slots, in order."""

    def __init__(self, slots: list[int], clients: int, calls_each: int, call_ms: float) -> None:
        self.random = random.Random(7)
        self.now = 0.0
        self.call_ms = call_ms
        self.free_at = [[0.0] * count for count in slots]
        self.served: Counter[int] = Counter()
        self.present: Counter[int] = Counter()
        self.most_present: Counter[int] = Counter()
        self._events: list[tuple[float, int, int, float]] = []
        self.clients = []
        for index in range(clients):
            client = Router(seed=index)
            client.hosts.update({str(host): Load(slots=count, usable=True) for host, count in enumerate(slots)})
            client.refresh()
            self.clients.append(client)
        for index in range(clients):
            for _ in range(calls_each):
                self.send(index)

    def send(self, index: int) -> None:
        choice = self.clients[index].for_calls()
        assert choice is not None
        host = int(choice[0])
        self.clients[index].hosts[choice[0]].in_flight += 1
        self.present[host] += 1
        self.most_present[host] = max(self.most_present[host], self.present[host])
        takes = self.random.expovariate(1 / self.call_ms)
        slot_free = heapq.heappop(self.free_at[host])
        done = max(self.now, slot_free) + takes
        heapq.heappush(self.free_at[host], done)
        heapq.heappush(self._events, (done, index, host, takes))

    def run(self, calls: int) -> None:
        for _ in range(calls):
            self.now, index, host, takes = heapq.heappop(self._events)
            load = self.clients[index].hosts[str(host)]
            load.in_flight -= 1
            load.note(takes)
            self.served[host] += 1
            self.present[host] -= 1
            self.send(index)


@pytest.mark.full
def test_200_hosts_are_balanced_by_2000_clients_that_do_not_know_of_each_other() -> None:
    slots = [4] * 100 + [8] * 100
    simulation = Simulation(slots, clients=2000, calls_each=1, call_ms=20.0)
    simulation.run(300_000)
    per_slot = [simulation.served[host] / count for host, count in enumerate(slots)]
    mean = sum(per_slot) / len(per_slot)
    assert max(per_slot) < 1.10 * mean
    assert min(per_slot) > 0.90 * mean


def test_a_host_that_returns_is_not_rushed() -> None:
    slots = [4] * 50
    simulation = Simulation(slots, clients=500, calls_each=2, call_ms=20.0)
    for client in simulation.clients:
        client.hosts["0"].usable = False
        client.refresh()
    simulation.run(20_000)
    others = max(simulation.most_present[host] for host in range(1, 50))
    for client in simulation.clients:
        client.hosts["0"].usable = True
        client.refresh()
    simulation.most_present.clear()
    simulation.run(20_000)
    assert simulation.served[0] > 0
    assert simulation.most_present[0] <= 2 * others


def test_no_client_is_kept_from_hosts_by_others() -> None:
    simulation = Simulation([2] * 20, clients=100, calls_each=2, call_ms=5.0)
    done: Counter[int] = Counter()
    original = simulation.send
    simulation.send = lambda index: (done.update([index]), original(index))[1]  # type: ignore[method-assign]
    simulation.run(50_000)
    mean = sum(done.values()) / len(done)
    assert min(done.values()) > 0.8 * mean


def test_quick_calls_are_sent_ahead_and_slow_ones_are_not() -> None:
    assert Load(slots=4, usable=True).window == 8
    assert Load(slots=4, usable=True, call_ms=1000.0).window == 8
    assert Load(slots=4, usable=True, call_ms=1.0).window == 4 * 51
    assert Load(slots=64, usable=True, call_ms=0.01).window == 1024
    busy = {"slots": 4, "usable": True, "in_flight": 4}
    assert router(one=Load(call_ms=0.01, **busy)).for_calls() == ("one", 256)
    assert router(one=Load(call_ms=1000.0, **busy)).for_calls() == ("one", 2)


def test_a_host_without_room_or_that_takes_nothing_new_is_not_chosen() -> None:
    full = Load(slots=1, usable=True, in_flight=2)
    assert router(full=full, away=Load(slots=8)).for_calls() is None
    chosen = router(full=full, free=Load(slots=8, usable=True)).for_calls()
    assert chosen == ("free", 8)


def test_the_host_that_lost_a_call_is_asked_again_only_when_it_is_the_last() -> None:
    one, other = Load(slots=4, usable=True), Load(slots=4, usable=True, in_flight=4)
    assert {router(one=one, other=other).for_calls("one") for _ in range(20)} == {("other", 2)}
    assert router(one=one).for_calls("one") == ("one", 4)


def test_episodes_go_where_the_fewest_are_for_the_size() -> None:
    small, large = Load(slots=1, usable=True), Load(slots=3, usable=True)
    pair = router(small=small, large=large)
    for _ in range(40):
        name = pair.for_episode()
        assert name is not None
        pair.hosts[name].episodes += 1
    assert (small.episodes, large.episodes) == (10, 30)
    small.usable = large.usable = False
    pair.refresh()
    assert pair.for_episode() is None


def test_hosts_with_another_version_get_nothing_until_nobody_has_the_first(caplog: pytest.LogCaptureFixture) -> None:
    old, new = (("reward", "aaaa"),), (("reward", "bbbb"),)
    agreement = Agreement()
    assert agreement.odd({}) == set()
    assert agreement.odd({"one": old, "two": old, "three": new}) == {"three"}
    # Most have the new one now; a step that runs is not to be scored by both.
    assert agreement.odd({"one": new, "two": old, "three": new}) == {"one", "three"}
    assert agreement.odd({"one": new, "two": new, "three": new}) == set()
    assert [record.args[0] for record in caplog.records if isinstance(record.args, tuple)] == ["three", "one"]
