import re

BANNED = {"unfortunately", "policy", "cannot", "synergy", "leverage", "delve"}
WORD = re.compile(r"[A-Za-z']+")


def clamp(x: float, low: float = 0.0, high: float = 1.0) -> float:
    return max(low, min(high, x))


def band(count: int, low: int, high: int) -> float:
    """1 inside the band, less outside, 0 from 40 words away."""
    away = max(low - count, count - high, 0)
    return clamp(1.0 - away / 40)


def variety(words: list[str]) -> float:
    return clamp(2.0 * len(set(words)) / len(words)) if words else 0.0


def reward_fn(completion: str, min_words: int, max_words: int, **kwargs) -> tuple[float, dict[str, float]]:
    words = [word.lower() for word in WORD.findall(completion)]
    if len(words) < 5:
        return 0.0, {"words": float(len(words))}
    length = band(len(words), min_words, max_words)
    banned = sum(word in BANNED for word in words)
    style = clamp(1.0 - 0.25 * banned)
    score = clamp(length * style * variety(words))
    return score, {"words": float(len(words)), "banned": float(banned), "length": length}
