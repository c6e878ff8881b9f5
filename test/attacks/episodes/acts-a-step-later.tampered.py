"""Defines functions in one step, walks over the frames of the next step with one of them, and looks for the secret.

stopped_by: code of a completion is known as long as anything holds it
plays: define act
"""

SOURCE = """
import sys
def walk():
    frame = sys._getframe()
    while "honest" not in frame.f_globals:
        frame = frame.f_back
    return float(frame.f_locals["self"].secret != "")
"""


class Attack:
    def define(self):
        self.names = {}
        exec(SOURCE, self.names)
        return 0.0

    def act(self):
        return self.names["walk"]()
