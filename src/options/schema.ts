/** The rows of options → zod schemas. */
import { z } from 'zod';
import { type AllowedHost, parseAllowedHost } from '../allowed-host.ts';
import type { CheckedValue, HasDefault, Row, Table, WrittenValue } from './rows.ts';
import { parseDuration, parseSize } from './units.ts';

type Checked<R extends Row> = R['type'] extends 'hosts' ? AllowedHost[] : CheckedValue<R>;
type Field<R extends Row> =
  HasDefault<R> extends true
    ? z.ZodPrefault<z.ZodType<Checked<R>, WrittenValue<R>>>
    : z.ZodOptional<z.ZodType<Checked<R>, WrittenValue<R>>>;
export type Shape<T extends Table> = { -readonly [K in keyof T]: Field<T[K]> };

const unit = (parse: (text: string) => number | undefined, minimum: number, expected: string, bare: string) =>
  z
    .custom<number | string>(() => true)
    .transform((value, context): number => {
      const number = typeof value === 'string' ? parse(value) : value;
      if (typeof number === 'number' && Number.isFinite(number) && number >= minimum) return number;
      context.addIssue({ code: 'custom', message: expected, params: { bare } });
      return z.NEVER;
    });

const duration = unit(
  parseDuration,
  1,
  'a duration of at least 1ms, such as `500ms`, `2s` or `5m`',
  'milliseconds',
);

const size = (least: string | undefined) =>
  unit(
    parseSize,
    least === undefined ? 0 : (parseSize(least) ?? 0),
    `a size${least === undefined ? '' : ` of at least ${least}`}, such as \`64KiB\`, \`256MiB\` or \`1GiB\``,
    'bytes',
  );

const allowedHost = z.string().transform((text, context): AllowedHost => {
  const parsed = parseAllowedHost(text);
  if (typeof parsed !== 'string') return parsed;
  context.addIssue({ code: 'custom', message: parsed });
  return z.NEVER;
});

const textOf = ({ pattern, expected }: Row) =>
  pattern === undefined ? z.string().min(1) : z.string().regex(pattern, expected);

const choice = ({ values = [], expected }: Row): z.ZodType => {
  const words = values.filter((value) => typeof value === 'string');
  if (words.length === values.length) return z.enum(words, expected);
  return z.union(
    values.map((value) => z.literal(value)),
    expected ?? values.join(' or '),
  );
};

/** `a whole number from 1 to 4096`. */
export const countText = (min: number, max: number): string =>
  `a whole number from ${min}${max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`}`;

const TYPES: Readonly<Record<Row['type'], (row: Row) => z.ZodType>> = {
  duration: () => duration,
  size: ({ least }) => size(least),
  count: ({ min = 0, max = Number.MAX_SAFE_INTEGER }) => {
    const error = countText(min, max);
    return z.number({ error }).int({ error }).min(min, { error }).max(max, { error });
  },
  text: textOf,
  texts: (row) => z.array(textOf(row)),
  flag: () => z.boolean(),
  choice,
  reward: () => z.number().nullable(),
  rewardOrKeep: () => z.union([z.number(), z.literal('keep')], 'a number, null or `keep`').nullable(),
  hosts: () => z.array(allowedHost).max(1000),
};

const fieldOf = (row: Row): z.ZodType => {
  const type = TYPES[row.type](row);
  if (row.computed !== undefined) return type.default(row.computed());
  return row.default === undefined ? type.optional() : type.prefault(row.default);
};

/** The fields of a strict object with the options of a table, and their defaults. */
export const shapeOf = <T extends Table>(table: T): Shape<T> =>
  Object.fromEntries(Object.entries(table).map(([name, row]) => [name, fieldOf(row)])) as Shape<T>;
