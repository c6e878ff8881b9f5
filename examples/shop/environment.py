"""A small shop with tools. Each action is a JSON tool call; the reward comes at the checkout, by what was to be bought.

The habit to copy: robust parsing of actions. Whatever the model writes, `step` does not raise: a malformed call costs
a step, and the observation says what was wrong with it and how a right one looks.
"""

import json
from typing import Any

# Prices in cents: sums of floats are not exact. Made once, for all episodes, and never changed.
CATALOGUE: dict[str, tuple[str, int]] = {
    "tea-green": ("Green tea, 100 g", 450),
    "tea-black": ("Black tea, 100 g", 390),
    "tea-mint": ("Mint tea, 50 g", 320),
    "coffee-beans": ("Coffee beans, 500 g", 1150),
    "coffee-ground": ("Ground coffee, 250 g", 640),
    "mug-blue": ("Blue mug", 800),
    "mug-white": ("White mug", 650),
    "pot-glass": ("Glass tea pot", 2490),
    "pot-iron": ("Iron tea pot", 3900),
    "filter-paper": ("Paper filters, 100", 280),
    "honey": ("Honey, 250 g", 590),
    "biscuits": ("Butter biscuits", 310),
}
TOOLS: dict[str, dict[str, type]] = {
    "search": {"query": str},
    "add_to_cart": {"item": str, "quantity": int},
    "remove": {"item": str, "quantity": int},
    "apply_coupon": {"code": str},
    "checkout": {},
}
EXAMPLE = '{"tool": "add_to_cart", "arguments": {"item": "honey", "quantity": 1}}'
LONGEST_ACTION = 20_000
MOST_OF_ONE = 20


class CallError(Exception):
    """A tool call that cannot be done; the text is for the model."""


class Shop:
    def setup(
        self,
        goal: dict[str, int],
        budget: int,
        coupons: dict[str, int] | None = None,
        sold_out: list[str] | None = None,
        limit: int = 12,
        **kwargs: Any,
    ) -> str:
        """`goal`: what to buy, and how many of each. `budget` in cents. `coupons`: percent off, by code."""
        unknown = sorted(set(goal) - set(CATALOGUE))
        if unknown or not goal:
            raise ValueError(
                f"the goal names what the shop does not have: {unknown}" if unknown else "the goal is empty"
            )
        self._goal, self._coupons = goal, coupons or {}
        self.budget, self.limit = budget, limit
        self.sold_out = set(sold_out or ())
        self.cart: dict[str, int] = {}
        self.percent_off = 0
        self.steps = self.errors = 0
        self.done = False
        return f"Welcome. Tools: {', '.join(TOOLS)}. You have {limit} calls. A call looks like this: {EXAMPLE}"

    def step(self, action: str) -> dict[str, Any]:
        if self.done:
            return self.result("The shop is closed.", 0.0, "closed")
        self.steps += 1
        reward, tool = 0.0, "none"
        try:
            tool, arguments = read_call(action)
            observation = getattr(self, tool)(**arguments)
            if tool == "checkout":
                reward, self.done = self.score(), True
        except CallError as error:
            self.errors += 1
            observation = f"Error: {error}"
        if self.steps >= self.limit and not self.done:
            self.done = True
            observation += " That was the last call: nothing is bought."
        return self.result(observation, reward, tool)

    def search(self, query: str) -> str:
        words = query.lower().split()
        found = [
            f"{item}: {name}, {price / 100:.2f}{' (sold out)' if item in self.sold_out else ''}"
            for item, (name, price) in CATALOGUE.items()
            if all(word in f"{item} {name}".lower() for word in words)
        ]
        return "\n".join(found) or "Nothing found."

    def add_to_cart(self, item: str, quantity: int) -> str:
        if item not in CATALOGUE:
            raise CallError("there is no such item. `search` shows the names.")
        if item in self.sold_out:
            raise CallError(f"{item} is sold out.")
        if self.cart.get(item, 0) + quantity > MOST_OF_ONE:
            raise CallError(f"at most {MOST_OF_ONE} of one item.")
        self.cart[item] = self.cart.get(item, 0) + quantity
        return self.show_cart()

    def remove(self, item: str, quantity: int) -> str:
        if self.cart.get(item, 0) < quantity:
            raise CallError(f"the cart does not have that many. {self.show_cart()}")
        self.cart[item] -= quantity
        if self.cart[item] == 0:
            del self.cart[item]
        return self.show_cart()

    def apply_coupon(self, code: str) -> str:
        if code not in self._coupons:
            raise CallError("that coupon is not valid.")
        # The best one counts. Were they added up, the model would find out.
        self.percent_off = max(self.percent_off, self._coupons[code])
        return f"{self._coupons[code]} percent off. {self.show_cart()}"

    def checkout(self) -> str:
        if not self.cart:
            raise CallError("the cart is empty.")
        if self.total() > self.budget:
            raise CallError(f"the budget is {self.budget / 100:.2f}. {self.show_cart()}")
        return f"Thank you. Paid: {self.total() / 100:.2f}."

    def score(self) -> float:
        """1 for exactly the goal. Else up to a half: the share of it, of all that was wanted or bought."""
        if self.cart == self._goal:
            return 1.0
        names = set(self.cart) | set(self._goal)
        both = sum(min(self.cart.get(name, 0), self._goal.get(name, 0)) for name in names)
        either = sum(max(self.cart.get(name, 0), self._goal.get(name, 0)) for name in names)
        return 0.5 * both / either

    def total(self) -> int:
        full = sum(CATALOGUE[item][1] * quantity for item, quantity in self.cart.items())
        return full * (100 - self.percent_off) // 100

    def show_cart(self) -> str:
        lines = ", ".join(f"{quantity} x {item}" for item, quantity in self.cart.items())
        return f"Cart: {lines or 'empty'}. Total: {self.total() / 100:.2f}."

    def result(self, observation: str, reward: float, tool: str) -> dict[str, Any]:
        return {
            "observation": observation,
            "reward": reward,
            "done": self.done,
            "reward_info_dict": {
                "errors": float(self.errors),
                "steps": float(self.steps),
                "total": self.total() / 100,
                "tool": tool,
            },
        }


def read_call(action: str) -> tuple[str, dict[str, Any]]:
    """Tool and arguments, both checked, of the first JSON object in the action: text around it does not matter."""
    if len(action) > LONGEST_ACTION:
        raise CallError(f"an action may have {LONGEST_ACTION:,} characters.")
    start = action.find("{")
    if start < 0:
        raise CallError(f"there is no JSON object. Write a call like {EXAMPLE}")
    try:
        call, _ = json.JSONDecoder().raw_decode(action, start)
    except json.JSONDecodeError as error:
        raise CallError(f"this is not JSON: {error.msg} at character {error.pos}.") from None
    # An integer of thousands of digits, or thousands of brackets.
    except (ValueError, RecursionError):
        raise CallError("this JSON is too large to read.") from None
    tool, arguments = call.get("tool"), call.get("arguments", {})
    # The table decides what may be called, never the name alone: `getattr` would find `setup` as well.
    if not isinstance(tool, str) or tool not in TOOLS:
        raise CallError(f"`tool` must be one of {', '.join(TOOLS)}.")
    if not isinstance(arguments, dict) or set(arguments) != set(TOOLS[tool]):
        raise CallError(f"`arguments` of {tool} must be an object with: {', '.join(TOOLS[tool]) or 'nothing'}.")
    for name, kind in TOOLS[tool].items():
        # `type(…) is`: True is an int for isinstance.
        if type(arguments[name]) is not kind:
            raise CallError(f"`{name}` must be {'a string' if kind is str else 'a whole number'}.")
        if kind is int and not 1 <= arguments[name] <= MOST_OF_ONE:
            raise CallError(f"`{name}` must be from 1 to {MOST_OF_ONE}.")
    return tool, arguments
