/** The interpreter that the agent runs with: one that has pyzmq and msgpack, or a managed environment. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SandboxError } from '../errors.ts';
import { findInterpreter, type Interpreter } from './interpreter.ts';
import type { Environment } from './locate.ts';
import { ensureVenv, readyPython, venvHelp } from './venv.ts';

/** Exact, so that the environment of today and of next year are the same. Wheels exist for Python 3.10 to 3.13. */
export const AGENT_PINS = ['pyzmq==27.3.0', 'msgpack==1.2.4'] as const;

export interface AgentPythonOptions {
  cacheDir: string;
  /** The modules' interpreter: used itself when it can be, else what the environment is made from. */
  interpreter: Interpreter;
  onLog?: ((line: string) => void) | undefined;
  env?: Environment;
}

const STEM = `agent-${createHash('sha256').update(AGENT_PINS.join(' ')).digest('hex').slice(0, 8)}`;

/** Any finished agent environment will do: the agent's Python need not be the modules'. The own version comes first. */
const readyEnvironment = (cacheDir: string, own: string): string | undefined => {
  const exact = readyPython(join(cacheDir, own));
  if (exact !== undefined) return exact;
  try {
    const others = readdirSync(cacheDir).filter(
      (name) => name.startsWith(`${STEM}-`) && !name.endsWith('.lock'),
    );
    return others.map((name) => readyPython(join(cacheDir, name))).find((python) => python !== undefined);
  } catch {
    return undefined;
  }
};

/**
 * Path of an interpreter that can run the agent. A quick look when the environment is there; made once otherwise.
 * @throws SandboxError RS302, with the command that makes it by hand
 */
export const agentPython = async (options: AgentPythonOptions): Promise<string> => {
  const { cacheDir, interpreter, onLog, env = process.env } = options;
  if (interpreter.hasAgentPackages) return interpreter.executable;
  const name = `${STEM}-py${interpreter.version.slice(0, 2).join('.')}`;
  const ready = readyEnvironment(cacheDir, name);
  if (ready !== undefined) return ready;
  const standard = await findInterpreter({ python: 'python3', env, cacheDir }).catch(() => undefined);
  if (standard?.hasAgentPackages) return standard.executable;

  const folder = join(cacheDir, name);
  onLog?.(`making the agent's Python environment (${AGENT_PINS.join(', ')}), once, in ${folder}`);
  const result = await ensureVenv({ folder, python: interpreter.executable, pipArguments: AGENT_PINS, env });
  if ('python' in result) return result.python;
  const pins = AGENT_PINS.join(' ');
  const byHand = [
    `with a network: ${interpreter.executable} -m pip install ${pins}`,
    `without one: \`pip download --dest wheels ${pins}\` on a machine that has one, and here`,
    'PIP_NO_INDEX=1 PIP_FIND_LINKS=wheels runrl-sandbox doctor',
  ].join('\n');
  throw new SandboxError(
    'RS302',
    `The agent's Python environment could not be made: ${result.failed} failed`,
    {
      help: venvHelp(result, byHand),
    },
  );
};
