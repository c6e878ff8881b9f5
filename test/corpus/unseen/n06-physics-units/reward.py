import math

# physics_units reward: numeric answer with a unit, 1 % tolerance, other units of the same dimension are fine

REL_TOL = 0.01

# unit -> (dimension, factor to the base unit)
UNITS = {
    "m/s": ("speed", 1.0),
    "km/h": ("speed", 1 / 3.6),
    "kph": ("speed", 1 / 3.6),
    "mph": ("speed", 0.44704),
    "l/s": ("flow", 1e-3),
    "l/min": ("flow", 1e-3 / 60),
    "l/h": ("flow", 1e-3 / 3600),
    "m3/s": ("flow", 1.0),
    "j": ("energy", 1.0),
    "kj": ("energy", 1e3),
    "mj": ("energy", 1e6),
    "wh": ("energy", 3.6e3),
    "kwh": ("energy", 3.6e6),
    "kg/m3": ("density", 1.0),
    "g/cm3": ("density", 1e3),
    "g/ml": ("density", 1e3),
    "kg/l": ("density", 1e3),
    "pa": ("pressure", 1.0),
    "kpa": ("pressure", 1e3),
    "bar": ("pressure", 1e5),
    "n/cm2": ("pressure", 1e4),
    "s": ("time", 1.0),
    "min": ("time", 60.0),
    "h": ("time", 3600.0),
}

SPELLED = {
    "minutes": "min",
    "minute": "min",
    "mins": "min",
    "hours": "h",
    "hour": "h",
    "seconds": "s",
    "sec": "s",
    "km/hr": "km/h",
}


def tidy_unit(unit):
    u = unit.strip().lower().rstrip(".").replace("³", "3").replace("²", "2").replace("^", "").replace(" per ", "/")
    return SPELLED.get(u, u)


class Quantity:
    def __init__(self, value, dimension):
        self.value = value
        self.dimension = dimension

    @classmethod
    def parse(cls, text):
        """'12.5 km/h' -> Quantity; None if it is not one."""
        number, _, unit = text.strip().partition(" ")
        unit = tidy_unit(unit)
        if unit not in UNITS:
            return None
        try:
            value = float(number.replace(",", ""))
        except ValueError:
            return None
        dimension, factor = UNITS[unit]
        value *= factor
        return cls(value, dimension) if math.isfinite(value) else None

    def close_to(self, other):
        if self.dimension != other.dimension:
            return False
        largest = max(abs(self.value), abs(other.value))
        return abs(self.value - other.value) <= REL_TOL * largest


def final_line(completion):
    lines = [line for line in completion.splitlines() if line.strip().lower().startswith("answer:")]
    if len(lines) != 1:
        return None
    return lines[0].partition(":")[2]


def reward_fn(completion, target, **kwargs):
    answer = final_line(completion)
    if answer is None:
        return 0.0
    got = Quantity.parse(answer)
    if got is None:
        return 0.0
    return 1.0 if got.close_to(Quantity.parse(target)) else 0.0
