"""What SandboxFusion's own Python client makes of our answers. sandbox-fusion.ts starts it, with the URL."""

import asyncio
import base64
import sys
from concurrent.futures import ThreadPoolExecutor

import sandbox_fusion
from sandbox_fusion import CommandRunStatus, RunCodeRequest, RunStatus, SummaryMapping


def run(code, **fields):
    return sandbox_fusion.run_code(RunCodeRequest(code=code, language="python", **fields), max_attempts=1)


def main():
    sandbox_fusion.set_endpoint(sys.argv[1])
    result = run("print(int(input()) * 2)", stdin="21")
    assert (result.status, result.run_result.stdout) == (RunStatus.Success, "42\n"), result

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
    print("sandbox_fusion: as with its own server")


if __name__ == "__main__":
    main()
