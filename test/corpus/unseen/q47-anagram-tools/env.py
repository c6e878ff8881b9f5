"""Anagrams with two tools and one submission."""

import json
from collections import Counter


class AnagramEnv:
    MAX_STEPS = 12
    TOOL_REWARD = 0.15  # models that never look anything up guess too early

    def setup(self, **kwargs):
        self._word = kwargs["word"].strip().lower()
        self._letters = Counter(kwargs["scrambled"].lower())
        self._steps = 0
        self._done = False
        self._calls = Counter()

    def step(self, action):
        if self._done:
            return self._reply("This puzzle is over.", 0.0)
        self._steps += 1
        call = self._parse(action)
        if call is None:
            observation, reward = 'Send one JSON object, such as {"tool": "count", "letter": "e"}.', 0.0
        elif call["tool"] == "submit":
            self._done = True
            right = call["word"].strip().lower() == self._word
            observation, reward = ("Correct." if right else "Wrong."), float(right)
        else:
            observation, reward = self._use(call)
        if self._steps >= self.MAX_STEPS:
            self._done = True
        return self._reply(observation, reward)

    def _use(self, call):
        self._calls[call["tool"]] += 1
        if call["tool"] == "count":
            letter = call["letter"].lower()
            text = f"{letter} occurs {self._letters[letter]} times."
        else:
            text = "It fits." if Counter(call["word"].strip().lower()) == self._letters else "It does not fit."
        return text, self.TOOL_REWARD

    @staticmethod
    def _parse(action):
        """The call as a dict of strings; None when it is none."""
        if not isinstance(action, str) or len(action) > 400:
            return None
        try:
            call = json.loads(action)
        except (ValueError, RecursionError):
            return None
        if not isinstance(call, dict) or not all(isinstance(value, str) for value in call.values()):
            return None
        names = {"count": {"tool", "letter"}, "fits": {"tool", "word"}, "submit": {"tool", "word"}}
        if set(call) != names.get(call.get("tool")):
            return None
        if call["tool"] == "count" and (len(call["letter"]) != 1 or not call["letter"].isascii()):
            return None
        return call

    def _reply(self, observation, reward):
        info = {"steps": float(self._steps), "tool_calls": float(sum(self._calls.values()))}
        return {"observation": observation, "reward": reward, "done": self._done, "reward_info_dict": info}
