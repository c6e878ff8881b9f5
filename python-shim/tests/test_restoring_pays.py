"""When new slots may restore their workers: as long as those that were prepared have served enough."""

from __future__ import annotations

from typing import Any

from runrl_shim.agent.slots.restoring_pays import RestoringPays

PREPARED = 20 << 20  # bytes


class Slot:
    """As far as it is looked at."""

    holds = held_since = restarts = served = position = 0


def lost(pays: RestoringPays, *, served: int = 0) -> None:
    """A worker was prepared, and its slot ended with it after so many calls."""
    slot: Any = Slot()
    pays.heard(slot, 0, PREPARED)
    slot.served = served
    pays.slot_gone(slot)


def test_slots_only_fork_after_workers_that_did_not_pay_and_try_again_later() -> None:
    pays = RestoringPays()
    for _ in range(4):
        assert pays.pays
        lost(pays)
    assert not pays.pays
    lost(pays)  # of a slot that had been made before
    forked = 0
    while not pays.pays:
        pays.worker_ended(peak=1)
        forked += 1
    assert 300 < forked < 1000


def test_what_they_served_counts_however_they_end() -> None:
    pays = RestoringPays()
    for _ in range(100):
        lost(pays, served=40)
        slot: Any = Slot()
        pays.heard(slot, 0, PREPARED)
        pays.heard(slot, 40, 0)  # told by the init
        slot.restarts = 3
        pays.heard(slot, 0, PREPARED)
        slot.restarts += 40  # under `never` each restoration is one
        pays.slot_gone(slot)
        assert pays.pays


def test_a_worker_that_could_not_be_prepared_costs_as_much() -> None:
    pays = RestoringPays()
    for _ in range(4):
        slot: Any = Slot()
        pays.heard(slot, 0, 0)
    assert not pays.pays


def test_a_restored_worker_forgives_nothing() -> None:
    pays = RestoringPays()
    for _ in range(4):
        lost(pays)
    for _ in range(1000):
        pays.worker_ended(peak=0)
    assert not pays.pays
