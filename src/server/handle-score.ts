/** Scoring: one call, many, or many line by line. */
import type { Reward, TextCall } from '../module/call.ts';
import { jsonAnswer, linesAnswer } from './answers.ts';
import type { Ask } from './ask.ts';
import { outcomeJson } from './outcome-json.ts';
import { problemOf } from './problem.ts';
import { refuseReserved, scoreAllOf, scoreEach, scoreRequest } from './score.ts';
import type { Service } from './service.ts';

export const score = async (service: Service, ask: Ask): Promise<Response> => {
  service.mustTakeWork();
  const request = scoreRequest(await ask.json(), (count) => service.limits.mustFit(count));
  const { many, calls, names } = request;
  const { module: reward, release, noteError } = service.modules.lease('reward', request.module);
  ask.onDone(release);
  refuseReserved(names, reward.reserved, (index) => (many ? `calls[${index}].kwargs` : 'kwargs'));
  ask.onDone(service.limits.take(calls.length));
  try {
    if (many && ask.wantsLines)
      return linesAnswer(lines(service, reward, calls, ask), (error) => {
        noteError(error);
        return JSON.stringify({ problem: problemOf(error).body(ask.id) });
      });
    if (many) {
      const outcomes = await scoreAllOf(reward, calls, ask.signal, (outcome) =>
        service.note('call', outcome),
      );
      return jsonAnswer(`{"outcomes":[${outcomes.map(outcomeJson).join(',')}]}`);
    }
    const [call] = calls as [TextCall]; // not many: one
    const outcome = await reward.score({ ...call, signal: ask.signal });
    service.note('call', outcome);
    return jsonAnswer(outcomeJson(outcome));
  } catch (error) {
    noteError(error);
    throw error;
  }
};

async function* lines(
  service: Service,
  reward: Reward,
  calls: readonly TextCall[],
  ask: Ask,
): AsyncGenerator<string> {
  for await (const { index, outcome } of scoreEach(reward, calls, ask.signal)) {
    service.note('call', outcome);
    yield `{"index":${index},${outcomeJson(outcome).slice(1)}`;
  }
}
