import re

SHOT = re.compile(r"\[([A-H][1-8])\]\s*\Z")


class Battleship:
    """A fleet to sink in at most `shots` shots; 1 for winning."""

    shots = 22

    def setup(self, fleet, scouted, **kwargs):
        self.ships = [set(ship) for ship in fleet]
        self.cells = set().union(*self.ships)
        self.fired = []
        self.over = False
        return f"{len(self.ships)} ships are out there, one of them at {scouted}."

    def step(self, action):
        if self.over:
            return "The battle is over.", 0.0, True, {}
        m = SHOT.search(action[-200:])
        target = m.group(1) if m else None
        self.fired.append(target)
        if target in self.cells:
            report = "Hit!"
            if any(target in ship and ship <= set(self.fired) for ship in self.ships):
                report = "Hit and sunk!"
        else:
            report = "Miss." if target else "That was no shot; write a cell like [A1]."
        hits = len(self.cells & set(self.fired))
        won = hits == len(self.cells)
        self.over = won or len(self.fired) >= self.shots
        if won:
            report = "You won."
        elif self.over:
            report += " No shots left, the fleet escaped."
        return report, float(won), self.over, {"hits": float(hits), "shots": float(len(self.fired))}
