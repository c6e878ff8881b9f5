/** The environments that tests of the command line play, and its arguments. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EpisodeTestRun } from './episode-files.ts';

export const withEnvironment = (test: EpisodeTestRun, source: string): EpisodeTestRun => {
  writeFileSync(join(test.folder, 'env.py'), source);
  return test;
};

/** The arguments that name the three files. `none`: what is tested here is the command, on any machine. */
export const files = ({ prompts, completions, folder }: EpisodeTestRun): string[] =>
  `run --sandbox none --prompts ${prompts} --completions ${completions} --environment ${join(folder, 'env.py')}`.split(
    ' ',
  );

export const ECHO = `class Echo:
    def setup(self, prompt, **kwargs):
        self.steps = 0
        return f"say something to {prompt}"

    def step(self, action):
        self.steps += 1
        if action == "a9":
            raise ValueError(action)
        return {"observation": f"{action}!", "reward": 0.5, "done": self.steps == 3, "reward_info_dict": {"n": self.steps}}
`;

export const DRAWS = `import random, time
class Draws:
    def setup(self, **kwargs):
        return str(random.random())
    def step(self, action):
        time.sleep(0.005)
        return {"observation": str(random.random()) + str({"a", "b", "c", action}), "reward": random.random(), "done": False}
`;
