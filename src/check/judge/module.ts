/** Loads a reward file so that whatever it asks is answered by the fake judge. */
import type { Reward, RewardOptions } from '../../index.ts';
import type { Loadable } from '../loading/load.ts';
import { openWrapper, withWrapper } from '../loading/wrapper-module.ts';
import { FakeJudge } from './server.ts';

/** What the file finds in its environment beside what a file of ours gives it. */
const ADDRESSES = [
  'OPENAI_BASE_URL',
  'OPENAI_API_BASE',
  'ANTHROPIC_BASE_URL',
  'AZURE_OPENAI_ENDPOINT',
  'OLLAMA_HOST',
];
const KEYS = [
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'AZURE_OPENAI_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_API_KEY',
  'OPENROUTER_API_KEY',
  'TOGETHER_API_KEY',
  'GROQ_API_KEY',
  'MISTRAL_API_KEY',
  'HF_TOKEN',
];
const KEY = 'sk-check-has-no-key';
/** Longer than any answer of the fake judge takes; who waits for it without a timeout is ended then. */
const TIMEOUT = '10s';

/** Clients, by words in the source that lead to them. */
const CLIENTS: Readonly<Record<string, RegExp>> = {
  httpx: /\b(?:httpx|openai|anthropic|litellm|dspy|mistralai|groq|together|instructor|langchain\w*)\b/,
  httpx2: /\b(?:httpx2|openai|anthropic|litellm|dspy|instructor|langchain\w*)\b/,
  requests: /\brequests\b/,
  urllib3: /\burllib3\b/,
  aiohttp: /\b(?:aiohttp|litellm|dspy)\b/,
};

/** Variables that the source reads, with values by what their names speak of. */
const variables = (source: string, address: string): Record<string, string> => {
  const read = [...source.matchAll(/environ(?:\.get)?\s*[[(]\s*["'](\w+)["']|getenv\(\s*["'](\w+)["']/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
  const values: Record<string, string> = {};
  for (const name of [...KEYS, ...read]) {
    if (/KEY|TOKEN|SECRET|PASSWORD|AUTH/i.test(name)) values[name] = KEY;
    else if (/URL|BASE|ENDPOINT|HOST|SERVER|API$|ADDR/i.test(name)) values[name] = `${address}/v1`;
    else if (/MODEL|JUDGE|ENGINE|DEPLOYMENT/i.test(name)) values[name] = 'judge';
  }
  for (const name of ADDRESSES) values[name] = `${address}/v1`;
  values.ANTHROPIC_BASE_URL = address; // its client adds the version itself
  return values;
};

const callOf = ({ path, source }: Loadable['subject'], port: number): string => {
  const clients = Object.keys(CLIENTS).filter((name) => CLIENTS[name]?.test(source) === true);
  const values = JSON.stringify(JSON.stringify(variables(source, `http://localhost:${port}`)));
  return `import json

from runrl_audit.redirect import load_redirected

load_redirected(__name__, ${JSON.stringify(path)}, ${port}, json.loads(${values}), ${JSON.stringify(clients)})`;
};

/** A port on which nobody listens: addresses with it are of no use, and are only there to be read. */
const NO_PORT = 9;

/**
 * Loads the module with keys and addresses that are made up, for clients that demand them at import.
 * @throws SandboxError when it cannot be loaded so
 */
export const openWithKeys = async (context: Loadable, options: RewardOptions): Promise<Reward> => {
  const { path, source } = context.subject;
  const values = JSON.stringify(JSON.stringify(variables(source, `http://localhost:${NO_PORT}`)));
  const call = `import json

from runrl_audit.redirect import load_with

load_with(__name__, ${JSON.stringify(path)}, json.loads(${values}))`;
  return openWrapper(context, call, { reward: options });
};

/**
 * Calls a body with the module and its judge, and closes both.
 * @throws SandboxError when the module cannot be loaded so
 */
export const withJudge = async <T>(
  context: Loadable,
  body: (judge: FakeJudge, reward: Reward) => Promise<T>,
): Promise<T> => {
  await using judge = await FakeJudge.open();
  // Clients load much at their first request. What remembers answers must be asked anew each time, though.
  const reuse = /cache|memo/i.test(context.subject.source) ? 'never' : 'always';
  const reward = {
    reuse,
    concurrency: 1,
    timeout: TIMEOUT,
    onTamper: 'keep',
    onError: null,
    onTimeout: null,
  } as const;
  const allowNet = [`localhost:${judge.port}`];
  return await withWrapper(context, callOf(context.subject, judge.port), { allowNet, reward }, (loaded) =>
    body(judge, loaded),
  );
};
