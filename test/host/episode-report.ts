/**
 * Loads an environment, does a bit of everything with it, and tells what it saw: `tellOfEpisodes`. As a program, for
 * users other than the tests': prints that as JSON of the case on standard input.
 */
import { json } from 'node:stream/consumers';
import {
  createSandbox,
  type EnvironmentOptions,
  type Episode,
  type SandboxOptions,
  type StepOutcome,
} from '../../src/index.ts';
import { processesFor, until } from '../helpers/processes.ts';

export interface EpisodeCase {
  /** A copy of `environments/branches.py`. */
  file: string;
  sandbox?: SandboxOptions;
  options?: EnvironmentOptions;
  /** On the command line of a daemon that a copy leaves. */
  mark: string;
}

const short = ({ status, observation, error, level }: StepOutcome): unknown[] => [
  status,
  observation,
  error?.type ?? null,
  level,
];

/** What ought to be the same whoever asks, at every level, under every interpreter. */
export const tellOfEpisodes = async ({ file, sandbox: settings, options, mark }: EpisodeCase) => {
  await using sandbox = await createSandbox(settings);
  await using environment = await sandbox.loadEnvironment(file, { timeout: 1_000, ...options });
  const start = async (): Promise<Episode> => {
    const episode = await environment.start({ mark }, { seed: 1 });
    await episode.step('note a');
    return episode;
  };
  const refusalOf = (episode: Episode): Promise<string> =>
    episode.branch(1).then(
      () => 'copied',
      (error: { code: string }) => error.code,
    );

  const [one, other, third] = await Promise.all([start(), start(), start()]);
  const hung = one.step('fails hangs');
  const beside = await Promise.all([other.step('note b'), third.step('note c')]);

  const [first, second] = (await other.branch(2)) as [Episode, Episode];
  const drawn = await Promise.all([other, first, second].map((each) => each.step('draw')));
  const crashed = await first.step('fails exits');
  const killed = await second.step('fails kills itself');
  const after = await other.step('note d');

  await third.step('has thread');
  const threaded = await refusalOf(third);
  await third.step('drop');
  const freed = (await third.branch(1)) as [Episode];
  await third.close();
  const copied = await freed[0].step('note e');
  const [further] = (await freed[0].branch(1)) as [Episode];
  await further.step(`leave ${mark}`);
  await further.close();
  // While its family lives on.
  await until(
    () => processesFor(mark),
    (left) => left.length === 0,
  );
  const { status, stack } = await hung;

  return {
    level: sandbox.level,
    hung: [status, /branches\.py", line \d+ in fails/.test(stack ?? '')],
    beside: beside.map(short),
    draws: new Set(drawn.map(({ observation }) => observation)).size,
    failures: [crashed, killed].map((outcome) => [outcome.status, outcome.error?.type]),
    after: short(after),
    threaded,
    copied: short(copied),
    live: environment.live,
  };
};

export type EpisodeReport = Awaited<ReturnType<typeof tellOfEpisodes>>;

if (process.argv[1] === import.meta.filename) {
  const report = await tellOfEpisodes((await json(process.stdin)) as EpisodeCase);
  process.stdout.write(JSON.stringify(report));
}
