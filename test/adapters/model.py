"""A model behind OpenAI's HTTP interface that says what it is told to, for trainers that ask one over HTTP."""

import itertools
import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@contextmanager
def scripted_model(replies: Sequence[str]) -> Iterator[str]:
    """Says the replies in turn, over and over. Gives its base URL."""
    said = itertools.cycle(replies)
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            with lock:
                texts = [next(said) for _ in range(asked.get("n") or 1)]
            usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
            if self.path.endswith("/responses"):
                content = [{"type": "output_text", "text": texts[0], "annotations": []}]
                message = {"id": "m", "type": "message", "role": "assistant", "status": "completed", "content": content}
                answer = {"id": "r", "object": "response", "output": [message], "created_at": 0, "model": "scripted"}
                answer |= {"parallel_tool_calls": False, "tool_choice": "auto", "tools": []}
            else:
                choices = [
                    {"index": place, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
                    for place, text in enumerate(texts)
                ]
                answer = {"id": "c", "object": "chat.completion", "created": 0, "model": "scripted"}
                answer |= {"choices": choices, "usage": usage}
            body = json.dumps(answer).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
