/** Answers of several parts of which one is wrong: where only some parts are looked at, chance decides what they are paid. */
import { otherValue } from '../answers/decoys.ts';
import type { Shot } from '../calls/scorer.ts';
import type { Context } from '../context.ts';

/** For rows whose answer is a list, written as the calibration found it is written: with every other item wrong. */
export const halfRight = ({ calibration }: Context): Shot[] => {
  const { arrange, goldField, levels, wrappers } = calibration;
  const [wrapper] = wrappers;
  if (arrange === undefined || goldField === null || wrapper === undefined) return [];
  return levels.flatMap(({ row, gold }) => {
    const items = row.fields[goldField];
    if (gold === null || !Array.isArray(items) || items.length < 2) return [];
    const wrong = items.map((item: unknown, at) =>
      at % 2 === 0 ? item : (JSON.parse(otherValue(JSON.stringify(item), 1)) as unknown),
    );
    const text = arrange(wrong, row);
    return text === undefined ? [] : [{ row, completion: wrapper.wrap(text) }];
  });
};
