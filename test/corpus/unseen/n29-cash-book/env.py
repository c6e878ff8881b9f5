"""Settling debts, one payment per message."""

import json
from typing import Any

MAX_MESSAGES = 16


class SettleEnv:
    def setup(self, **kwargs: Any) -> None:
        # positive: is owed, negative: owes
        self.balances: dict[str, int] = dict(kwargs["balances"])
        self.start = self.open_sum()
        self.messages = 0
        self.done = False

    def open_sum(self) -> int:
        return sum(abs(balance) for balance in self.balances.values())

    def parse(self, text: str) -> tuple[str, str, int] | None:
        if len(text) > 500:
            return None
        try:
            payment = json.loads(text)
        except (ValueError, RecursionError):
            return None
        if not isinstance(payment, dict) or set(payment) != {"from", "to", "amount"}:
            return None
        payer, receiver, amount = payment["from"], payment["to"], payment["amount"]
        if not isinstance(payer, str) or not isinstance(receiver, str) or type(amount) is not int:
            return None
        if payer not in self.balances or receiver not in self.balances or payer == receiver:
            return None
        return (payer, receiver, amount) if 0 < amount <= self.start else None

    def step(self, action: str) -> dict[str, Any]:
        if self.done:
            return self.reply("The book is closed.", 0.0)
        self.messages += 1
        payment = self.parse(action)
        reward = 0.0
        if payment is not None:
            before = self.open_sum()
            payer, receiver, amount = payment
            self.balances[payer] += amount
            self.balances[receiver] -= amount
            # progress, as a share of all debts
            reward = max(0.0, (before - self.open_sum()) / self.start)
        self.done = self.open_sum() == 0 or self.messages >= MAX_MESSAGES
        if payment is None:
            return self.reply('Not a payment. Example: {"from": "Name", "to": "Name", "amount": 12}', reward)
        return self.reply(", ".join(f"{name}: {balance:+d}" for name, balance in self.balances.items()), reward)

    def reply(self, text: str, reward: float) -> dict[str, Any]:
        info = {"open": float(self.open_sum()), "messages": float(self.messages)}
        return {"observation": text, "reward": reward, "done": self.done, "reward_info_dict": info}
