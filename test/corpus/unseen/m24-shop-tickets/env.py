"""Customer service of a small web shop: one ticket, a table of orders, a few tools.

The agent reads a customer's message (in the prompt, with the shop's rules), works on the orders with tool calls and closes
the ticket. Graded like the well-known retail benchmarks: by the state of the orders when the ticket is closed.
"""

import copy
import json
from dataclasses import dataclass, field

MAX_CALLS = 10

HELP = """Tools, one JSON object per message:
{"tool": "lookup", "order": "W1234"}
{"tool": "cancel", "order": "W1234"}
{"tool": "refund", "order": "W1234", "amount": 12.5}
{"tool": "change_address", "order": "W1234", "address": "..."}
{"tool": "close", "outcome": "done", "rule": 0} or {"tool": "close", "outcome": "refused", "rule": 3}"""


class ToolError(Exception):
    """The call cannot be done; its text is shown to the agent."""


@dataclass
class Shop:
    orders: dict
    looked_up: set = field(default_factory=set)

    def order(self, call):
        number = call.get("order")
        if not isinstance(number, str) or number not in self.orders:
            raise ToolError(f"there is no order {number!r}")
        return self.orders[number]

    def lookup(self, call):
        order = self.order(call)
        self.looked_up.add(call["order"])
        return json.dumps(order)

    def cancel(self, call):
        order = self.order(call)
        if order["status"] == "cancelled":
            raise ToolError("the order is cancelled already")
        order["status"] = "cancelled"
        return "cancelled"

    def refund(self, call):
        order = self.order(call)
        amount = call.get("amount")
        if type(amount) not in (int, float) or not 0 < amount < 10_000:
            raise ToolError("amount must be a number above 0")
        order["refunded"] = round(order["refunded"] + amount, 2)
        return f"refunded {amount:.2f}"

    def change_address(self, call):
        order = self.order(call)
        address = call.get("address")
        if not isinstance(address, str) or not address.strip():
            raise ToolError("address is missing")
        order["address"] = " ".join(address.split())
        return "address changed"


class TicketEnv:
    def setup(self, **row):
        self.shop = Shop(copy.deepcopy(row["orders"]))
        self._goal = row["orders_after"]
        self.calls = 0
        self.closed = False
        self.outcome = "open"

    def step(self, action):
        if self.closed:
            return self.result("This ticket is closed.", 0.0)
        self.calls += 1
        call = self.read(action)
        if call is not None and call["tool"] == "close":
            return self.close(call)
        observation = self.use(call)
        if self.calls >= MAX_CALLS:
            self.closed = True
            return self.result(observation + "\nThe ticket was handed to a colleague.", 0.0)
        return self.result(f"{observation}\n{HELP}", 0.0)

    def use(self, call):
        tools = {
            "lookup": self.shop.lookup,
            "cancel": self.shop.cancel,
            "refund": self.shop.refund,
            "change_address": self.shop.change_address,
        }
        if call is None or call["tool"] not in tools:
            return "error: that is no tool call"
        try:
            return tools[call["tool"]](call)
        except ToolError as error:
            return f"error: {error}"

    def close(self, call):
        self.closed = True
        self.outcome = str(call.get("outcome"))
        # nothing but what was asked for may have changed
        right = self.shop.orders == self._goal
        return self.result("The ticket is closed.", 1.0 if right else 0.0)

    @staticmethod
    def read(action):
        """The tool call in a message, None when it has none."""
        try:
            call = json.loads(action[action.index("{") : action.rindex("}") + 1])
        except (ValueError, RecursionError):
            return None
        return call if isinstance(call, dict) and isinstance(call.get("tool"), str) else None

    def result(self, observation, reward):
        return {
            "observation": observation,
            "reward": reward,
            "done": self.closed,
            "reward_info_dict": {"calls": float(self.calls), "outcome": self.outcome},
        }
