/**
 * Whether the server in this container is well, for HEALTHCHECK and for probes: the image has no curl, and a server on
 * loopback cannot be asked from outside of its network.
 *
 *     node health.mjs [ready|live]    exit code 0 or 1, and a line that says why
 *     node health.mjs drain           for `preStop`: has the server finish what it has, and waits until it is gone
 *
 * `ready`: modules are loaded, and there is room in the queue. `live`: it answers. The address is RUNRL_SANDBOX_URL, or
 * http://127.0.0.1:8000.
 */
const base = process.env.RUNRL_SANDBOX_URL || 'http://127.0.0.1:8000';
const path = process.argv[2] === 'live' ? 'livez' : 'readyz';
const LOOK_MS = 250;
const TIMEOUT_MS = 4_000; // less than that of HEALTHCHECK, so that the reason is seen

/** The first process of the container passes it on to the server. A signal of 0 asks whether somebody is there. */
const drain = async () => {
  const first = Number(process.env.RUNRL_SANDBOX_PID || 1);
  process.kill(first, 'SIGTERM');
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    try {
      process.kill(first, 0);
    } catch {
      return;
    }
  }
};

if (process.argv[2] === 'drain') {
  await drain();
  process.exit(0);
}

try {
  const answer = await fetch(new URL(path, base), { signal: AbortSignal.timeout(TIMEOUT_MS) });
  console.log((await answer.text()).trim());
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  console.log(`${base}: ${error.cause?.message ?? error.message}`);
  process.exitCode = 1;
}
