/**
 * What a trainer does, in a container of its own that shares the server's network: `node client.mjs all` scores a
 * completion of each kind and plays an episode; `node client.mjs slow SECONDS` makes one call that takes long. Prints JSON.
 */
import { readFileSync } from 'node:fs';

const URL_OF_SERVER = 'http://127.0.0.1:8000';

const ask = async (path, body) => {
  const answer = await fetch(`${URL_OF_SERVER}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.json();
};

/** The first completion (or actions) that is not marked as wrong, and its prompt row. */
const example = (name) => {
  const [prompts, completions] = ['prompts', 'completions'].map((file) =>
    readFileSync(`/app/examples/${name}/${file}.jsonl`, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  );
  const row = completions.find(({ is_correct }) => is_correct !== false);
  const { id, prompt, ...kwargs } = prompts.find((each) => each.id === row.id);
  return { kwargs: { ...kwargs, prompt }, completion: row.completion, actions: row.actions };
};

const [what, seconds] = process.argv.slice(2);
if (what === 'slow') {
  const outcome = await ask('/v1/score', { module: 'slow', completion: '', kwargs: { seconds: Number(seconds) } });
  console.log(JSON.stringify({ outcome }));
} else {
  const { kwargs, completion } = example('gsm8k');
  const maths = await ask('/v1/score', { module: 'maths', completion, kwargs });
  const human = example('humaneval');
  const code = await ask('/v1/score', { module: 'code', completion: human.completion, kwargs: human.kwargs });
  const walk = example('grid-world');
  const episode = await ask('/v1/episodes', { module: 'walk', kwargs: walk.kwargs });
  const step = await ask(`/v1/episodes/${episode.episode_id}/step`, { action: walk.actions[0] });
  // A server that is to end waits for episodes that live.
  await fetch(`${URL_OF_SERVER}/v1/episodes/${episode.episode_id}`, { method: 'DELETE' });
  console.log(JSON.stringify({ maths, code, episode, step }));
}
