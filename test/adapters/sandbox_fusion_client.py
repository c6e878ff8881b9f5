# requirements: sandbox-fusion.txt
"""The lines of docs/trainers/sandbox-fusion.md, and what SandboxFusion's own Python client makes of other answers."""

import asyncio
import base64
import contextlib
import importlib
import importlib.metadata
import io
from concurrent.futures import ThreadPoolExecutor

import sandbox_fusion
from sandbox_fusion import CommandRunStatus, RunCodeRequest, RunStatus, SummaryMapping
from trainer_page import served


def run(code, **fields):
    return sandbox_fusion.run_code(RunCodeRequest(code=code, language="python", **fields), max_attempts=1)


def check_answers():
    result = run("assert 1 == 2")
    assert (result.status, result.run_result.status) == (RunStatus.Failed, CommandRunStatus.Finished), result
    assert "AssertionError" in result.run_result.stderr

    result = run("while True: pass", run_timeout=0.5)
    assert sandbox_fusion.summary_run_code_result(result, SummaryMapping(RunTimeout="late")) == "late", result

    text = base64.b64encode(b"hello").decode()
    result = run('open("a", "w").write(open("d/e").read())', files={"d/e": text}, fetch_files=["a", "none"])
    assert result.files == {"a": text}, result

    refused = ""
    try:
        sandbox_fusion.run_code(RunCodeRequest(code="int main() {}", language="cpp"), max_attempts=1)
    except Exception as error:
        refused = str(error)
    assert '"cpp" is not supported' in refused, refused

    request = RunCodeRequest(code="print(1)", language="python")
    result = asyncio.run(sandbox_fusion.run_code_async(request, max_attempts=1))
    assert result.run_result.stdout == "1\n", result

    with ThreadPoolExecutor(32) as pool:
        results = list(pool.map(lambda number: run(f"print({number})"), range(200)))
    assert [result.run_result.stdout for result in results] == [f"{number}\n" for number in range(200)]


def main():
    with served("sandbox-fusion"):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            importlib.import_module("doubles")
        assert "Success" in said.getvalue(), said.getvalue()
        assert "42\n" in said.getvalue(), said.getvalue()
        check_answers()
    print(f"sandbox-fusion {importlib.metadata.version('sandbox-fusion')}: as with its own server")


if __name__ == "__main__":
    main()
