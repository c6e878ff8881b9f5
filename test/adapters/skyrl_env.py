# requirements: skyrl.txt
"""SkyRL-gym makes and steps the environment of docs/trainers/skyrl.md, in the threads of its generator."""

import importlib.metadata
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import skyrl_gym
from runrl_sandbox.adapters import servers
from trainer_page import REPLIES, copied

#: As `max_env_workers`.
THREADS = 32
GAME = Path(__file__).parents[2] / "examples/number-guessing/environment.py"
HANGING = """
class Game:
    def setup(self, **row):
        return "Go on."

    def step(self, action):
        while True:
            pass
"""


def play(reply):
    """As `SkyRLGymGenerator.agent_loop`."""
    extras = {"reward_spec": {"method": "rule", "ground_truth": "4"}, "answer": "4", "data_source": "sums"}
    env = skyrl_gym.make("sandboxed", env_config={}, extras=extras)
    prompt, _ = env.init([{"role": "user", "content": "2 + 2 = ?"}])
    assert prompt[0]["content"] == "2 + 2 = ?"
    output = env.step(reply)
    env.close()
    assert output["observations"] == [], output
    assert output["done"] is True, output
    return output["reward"], output["metadata"]["sandbox_status"]


def play_game():
    """Two guesses, the second of which is right."""
    extras = {"low": 1, "high": 10, "secret": 3, "limit": 5, "max_turns": 5}
    env = skyrl_gym.make("game", env_config={}, extras=extras)
    prompt, _ = env.init([{"role": "user", "content": "Guess."}])
    assert prompt[0]["content"] == "Guess.", prompt
    first, second = env.step("5"), env.step("3")
    env.close()
    assert first["observations"] == [{"role": "user", "content": "Lower. Guesses left: 4."}], first
    assert (first["done"], second["done"], second["observations"][0]["content"][:6]) == (False, True, "Right."), second
    assert second["reward"] > 0.5, second
    return second["reward"]


def main():
    with copied("skyrl") as folder:
        shutil.copy(GAME, folder / "game.py")
        import my_games

        print(f"a game of two turns: {play_game():.2f}")
        my_games.sandbox().close()
        (folder / "game.py").write_text(HANGING)
        my_games.sandbox.cache_clear()
        env = skyrl_gym.make("game", env_config={}, extras={})
        env.init([])
        output = env.step("x")
        assert (output["reward"], output["done"]) == (-1.0, True), output
        env.close()
        my_games.sandbox().close()

        import my_envs  # noqa: F401

        expected = {
            reply: (float(reply == "4") if status == "ok" else -1.0, status) for reply, status in REPLIES.items()
        }
        assert {reply: play(reply) for reply in REPLIES} == expected
        began = time.monotonic()
        with ThreadPoolExecutor(THREADS) as threads:
            played = list(threads.map(play, ["hang", *["4"] * 39]))
        assert played == [(-1.0, "timeout"), *[(1.0, "ok")] * 39]
        print(f"40 environments in {THREADS} threads, one of which hangs: {time.monotonic() - began:.1f} s")
        servers.close_all()
    print(f"skyrl-gym {importlib.metadata.version('skyrl-gym')}: makes and steps the environment of the page")


if __name__ == "__main__":
    main()
