"""Basket filling, one command per message."""

MAX_MESSAGES = 16


class BasketEnv:
    def setup(self, **kwargs):
        self.order = {sku: int(n) for sku, n in kwargs["order"].items()}
        self.catalogue = set(kwargs["catalogue"])
        self.basket = {}
        self.messages = 0
        self.done = False

    def step(self, action: str):
        if self.done:
            return self._reply("The shop is closed.", 0.0)
        self.messages += 1
        words = action.strip().split()[:4] if len(action) < 200 else []
        handler = getattr(self, "_do_" + words[0].lower(), None) if words and words[0].isalpha() else None
        if handler is None:
            text, reward = "Commands: ADD <sku> <number>, REMOVE <sku>, SHOW, CHECKOUT", 0.0
        else:
            text, reward = handler(words[1:])
        if self.messages >= MAX_MESSAGES:
            self.done = True
        return self._reply(text, reward)

    # commands

    def _do_add(self, args):
        if len(args) != 2 or args[0] not in self.catalogue or not self._is_number(args[1]):
            return "ADD needs a sku of the list and a number from 1 to 99", 0.0
        sku, n = args[0], int(args[1])
        if sku in self.basket:
            return f"{sku} is in the basket already, REMOVE it first", 0.0
        self.basket[sku] = n
        # progress as soon as a line is right, otherwise nothing is learned in long orders
        reward = 1.0 / len(self.order) if self.order.get(sku) == n else 0.0
        return f"{n} x {sku} added", reward

    def _do_remove(self, args):
        if len(args) != 1 or args[0] not in self.basket:
            return "that is not in the basket", 0.0
        del self.basket[args[0]]
        return f"{args[0]} removed", 0.0

    def _do_show(self, args):
        return ", ".join(f"{n} x {sku}" for sku, n in self.basket.items()) or "the basket is empty", 0.0

    def _do_checkout(self, args):
        self.done = True
        return "thank you", 0.0

    @staticmethod
    def _is_number(word):
        return word.isascii() and word.isdigit() and len(word) <= 2 and int(word) > 0

    def _reply(self, text, reward):
        return {
            "observation": text,
            "reward": reward,
            "done": self.done,
            "reward_info_dict": {"messages": float(self.messages), "lines": float(len(self.basket))},
        }
