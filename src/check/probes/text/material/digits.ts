/** Texts that hold many answers in few characters. */

const sequences = new Map<number, string>();

/** Holds every sequence of so many digits once (N. G. de Bruijn, 1946), the wrapped ones too: 1,002 characters for 3. */
export const denseDigits = (length: number): string => {
  const made = sequences.get(length);
  if (made !== undefined) return made;
  const digits: number[] = [];
  const word: number[] = Array(10 * length).fill(0);
  const grow = (at: number, period: number): void => {
    if (at > length) {
      if (length % period === 0) digits.push(...word.slice(1, period + 1));
      return;
    }
    word[at] = word[at - period] ?? 0;
    grow(at + 1, period);
    for (let digit = (word[at - period] ?? 0) + 1; digit < 10; digit++) {
      word[at] = digit;
      grow(at + 1, at);
    }
  };
  grow(1, 1);
  const text = digits.join('');
  const sequence = text + text.slice(0, length - 1);
  sequences.set(length, sequence);
  return sequence;
};

const MOST = 150;

/** A short text that contains all of these (joined greedily where they overlap). */
export const superstring = (texts: readonly string[]): string => {
  if (texts.length > MOST) return texts.join('');
  const parts = texts.filter((text) => !texts.some((other) => other !== text && other.includes(text)));
  let joined = parts.shift() ?? '';
  while (parts.length > 0) {
    let best = { at: 0, shared: -1 };
    for (const [at, part] of parts.entries()) {
      const shared = overlap(joined, part);
      if (shared > best.shared) best = { at, shared };
    }
    const [next] = parts.splice(best.at, 1);
    joined += (next ?? '').slice(best.shared);
  }
  return joined;
};

const overlap = (left: string, right: string): number => {
  for (let length = Math.min(left.length, right.length); length > 0; length--) {
    if (left.endsWith(right.slice(0, length))) return length;
  }
  return 0;
};
