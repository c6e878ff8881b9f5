/** Durations and sizes as people write them. */
const DURATION_UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const SIZE_UNITS: Readonly<Record<string, number>> = { B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };

const parseUnit = (text: string, units: Readonly<Record<string, number>>): number | undefined => {
  const match = /^(\d+(?:\.\d+)?)([A-Za-z]+)$/.exec(text);
  const factor = match?.[2] === undefined ? undefined : units[match[2]];
  return match?.[1] === undefined || factor === undefined ? undefined : Number(match[1]) * factor;
};

/** `500ms`, `2s`, `5m`, `1h` → milliseconds; undefined when it is not a duration. */
export const parseDuration = (text: string): number | undefined => parseUnit(text, DURATION_UNITS);

/** `512B`, `64KiB`, `256MiB`, `1GiB` → bytes; undefined when it is not a size. */
export const parseSize = (text: string): number | undefined => {
  const bytes = parseUnit(text, SIZE_UNITS);
  return bytes === undefined ? undefined : Math.floor(bytes);
};
