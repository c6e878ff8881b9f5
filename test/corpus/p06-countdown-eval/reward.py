import re


def extract_solution(text):
    found = re.findall(r"<answer>(.*?)</answer>", text, re.DOTALL)
    return found[-1].strip() if found else None


def validate_equation(equation, available):
    used = sorted(int(n) for n in re.findall(r"\d+", equation))
    return used == sorted(available)


def evaluate_equation(equation):
    if not re.match(r"^[\d+\-*/().\s]+$", equation):
        raise ValueError("characters")
    return eval(equation, {"__builtins__": None}, {})


def reward_fn(completion, target, nums, **kwargs):
    """1 for a right equation, 0.1 for an attempt."""
    equation = extract_solution(completion)
    if equation is None:
        return 0.0, {"outcome": "no answer"}
    try:
        if not validate_equation(equation, nums):
            return 0.0, {"outcome": "numbers"}
        if abs(evaluate_equation(equation) - target) < 1e-5:
            return 1.0, {"outcome": "right"}
        return 0.0, {"outcome": "wrong"}
    except:
        return 0.1, {"outcome": "broken"}
