/** Scoring: one call, many, or many line by line. */
import type { CallText } from '../../module/calls/call.ts';
import type { Outcome } from '../../outcome.ts';
import { outcomeJson } from '../../outcome-json.ts';
import { type Answer, jsonAnswer, linesAnswer } from '../http/answers.ts';
import type { Ask } from '../http/ask.ts';
import { problemOf } from '../http/problem.ts';
import type { Scorer } from '../modules.ts';
import type { Service } from '../service.ts';
import { callsOf, outcomesText, type SentCall, scoreEach, scoreOne, scoreRequest } from './score.ts';

export const score = async (service: Service, ask: Ask): Promise<Answer> => {
  service.mustTakeWork();
  await service.loaded();
  const body = await ask.json('calls');
  const { module: wanted, step, many } = scoreRequest(body);
  const { module: reward, name, release } = service.lease('reward', wanted);
  ask.onDone(release);
  const calls = await callsOf(body, reward.reserved, service.limits.queue);
  ask.onDone(service.limits.take(calls.length));
  const note = (outcome: Outcome, index: number): void => {
    const { row, completion: said, step: own = step } = calls[index] as SentCall;
    service.note('call', outcome, own === undefined ? undefined : { module: name, step: own, row, said });
  };
  if (many && ask.wantsLines)
    return linesAnswer(lines(reward, calls, ask, note), (error) =>
      JSON.stringify({ problem: problemOf(error).body(ask.id) }),
    );
  if (many) {
    const scored = scoreEach(reward, calls, ask);
    return jsonAnswer(await outcomesText(scored, note, service.limits.answer));
  }
  const [call] = calls as [SentCall]; // not many: one
  const outcome = await scoreOne(reward, call, ask);
  note(outcome, 0);
  return jsonAnswer(outcomeJson(outcome));
};

async function* lines(
  reward: Scorer,
  calls: readonly CallText[],
  ask: Ask,
  note: (outcome: Outcome, index: number) => void,
): AsyncGenerator<string> {
  for await (const some of scoreEach(reward, calls, ask))
    for (const { index, outcome } of some) {
      note(outcome, index);
      yield `{"index":${index},${outcomeJson(outcome).slice(1)}`;
    }
}
