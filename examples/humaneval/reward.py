"""Tests a completed function: 1.0 if it passes, else 0.0.

The tests run here and the completion does not: each call that they make of it is a run in a sandbox of its own, which
is given the arguments and hands back a value. The expected values never leave this process.
"""

from runrl import RunCodeError, run_function

SECONDS_PER_CALL = 3.0


class CandidateFailed(Exception):
    """The completion raised, ended, took too long, or returned what is no plain value."""


def reward_fn(completion: str, **kwargs) -> tuple[float, dict[str, float | str]]:
    solution = kwargs["code_prompt"] + completion

    def candidate(*arguments):
        result = run_function(solution, kwargs["entry_point"], arguments, timeout=SECONDS_PER_CALL)
        if not result.returned:
            last_line = (result.stderr.strip().splitlines() or [result.status])[-1]
            raise CandidateFailed(last_line if result.status == "failed" else result.status)
        return result.value

    # The prompt and the tests are the data set's own, not the model's: they may be executed.
    tests: dict = {"__name__": "tests"}
    exec(kwargs["code_prompt"] + "\n    pass\n" + kwargs["test"], tests)
    tests[kwargs["entry_point"]] = candidate
    try:
        tests["check"](candidate)
    except RunCodeError:
        raise  # the sandbox failed: nothing is known about the completion
    except CandidateFailed as error:
        return 0.0, {"failure": str(error)[:200]}
    except Exception as error:  # an assertion, or a value that the tests cannot even compare
        return 0.0, {"failure": type(error).__name__}
    return 1.0, {"failure": "none"}
