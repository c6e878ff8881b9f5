"""Text flat: carry things to where they belong. My version of the household text games, small enough to train on.

Row: home = {place: [things]}, goals = {thing: place}.
step() gives (observation, reward, done, info).
"""

import re

MAX_TURNS = 30
COMMANDS = "go to <place>, take <thing>, put <thing> in <place>, look"


class TidyEnv:
    def setup(self, **state):
        self.home = {place: list(things) for place, things in state["home"].items()}
        self.goals = dict(state["goals"])
        self.place = None
        self.hand = None
        self.turn = 0
        self.done = False

    # ---- parsing

    def command(self, text):
        found = re.findall(r"^[ \t]*action:(.*)$", text, re.IGNORECASE | re.MULTILINE)
        return found[-1].lower().strip(" \t\r.") if found else None

    # ---- world

    def go(self, place):
        if place not in self.home:
            return f"There is no {place} here."
        self.place = place
        return self.look()

    def look(self):
        if self.place is None:
            return "You are in the hallway. Places: " + ", ".join(self.home) + "."
        things = ", ".join(self.home[self.place]) or "nothing"
        return f"You are at the {self.place}. You see: {things}. In your hand: {self.hand or 'nothing'}."

    def take(self, thing):
        if self.hand is not None:
            return f"You already carry the {self.hand}."
        if self.place is None or thing not in self.home[self.place]:
            return f"You see no {thing} here."
        self.home[self.place].remove(thing)
        self.hand = thing
        return f"You take the {thing}."

    def put(self, thing, place):
        if self.hand != thing:
            return f"You do not carry the {thing}."
        if self.place != place:
            return f"You are not at the {place}."
        self.home[place].append(thing)
        self.hand = None
        return f"You put the {thing} in the {place}."

    def in_place(self):
        return [thing for thing, place in self.goals.items() if thing in self.home[place]]

    # ---- episode

    def step(self, action):
        if self.done:
            return "The episode is over.", 0.0, True, {}
        self.turn += 1
        reward = 0.0
        command = self.command(action) or ""
        if command == "look":
            text = self.look()
        elif match := re.fullmatch(r"go to (?:the )?(.+)", command):
            text = self.go(match[1])
        elif match := re.fullmatch(r"take (?:the )?(.+)", command):
            text = self.take(match[1])
        elif match := re.fullmatch(r"put (?:the )?(.+?) (?:in|on)(?:to)? (?:the )?(.+)", command):
            before = len(self.in_place())
            text = self.put(match[1], match[2])
            # dense reward: a share for every thing brought home
            if len(self.in_place()) > before:
                reward = 1.0 / len(self.goals)
                text += " That is where it belongs."
        else:
            text = f"I did not understand. Write a line 'Action: ...' with one of: {COMMANDS}."

        if len(self.in_place()) == len(self.goals):
            self.done = True
            text += " Everything is tidy now."
        elif self.turn >= MAX_TURNS:
            self.done = True
            text += " Your time is up."
        else:
            text += f" ({MAX_TURNS - self.turn} turns left. Commands: {COMMANDS}.)"
        return text, reward, self.done, {"in_place": float(len(self.in_place())), "turns": float(self.turn)}
