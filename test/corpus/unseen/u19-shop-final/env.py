import json

MOST_CALLS = 10


class ShopEnv:
    """find(text), put(item, count), buy()"""

    def setup(self, **kwargs):
        self.catalog = dict(kwargs["catalog"])
        self._wanted = dict(kwargs["shopping_list"])
        self.cart = {}
        self.calls = 0
        self.closed = False

    def step(self, action):
        if self.closed:
            return {"observation": "the shop is closed", "reward": 0.0, "done": True}
        self.calls += 1
        observation, reward = self.call(action)
        if self.calls >= MOST_CALLS:
            self.closed = True
        return {"observation": observation, "reward": reward, "done": self.closed}

    def call(self, action):
        try:
            call = json.loads(action[:2000])
        except (ValueError, RecursionError):
            return "error: not JSON", 0.0
        match call:
            case {"call": "find", "text": str(text)}:
                return ", ".join(f"{n} {p}" for n, p in self.catalog.items() if text in n) or "nothing", 0.0
            case {"call": "put", "item": str(item), "count": int(count)} if item in self.catalog and 0 < count < 100:
                self.cart[item] = self.cart.get(item, 0) + count
                return f"cart: {self.cart}", 0.0
            case {"call": "buy"}:
                self.closed = True
                if self.cart == self._wanted:
                    return "thank you", 1.0
                return "that is not what was ordered", 0.0
        return "error: no such call", 0.0
