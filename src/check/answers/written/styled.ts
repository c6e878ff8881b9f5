/** Dates, times of day and amounts in another way than the row writes them: in the ways that its prompt speaks of or shows. */

type Written = readonly (readonly [form: string, answer: string])[];

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

interface Day {
  year: string;
  month: string;
  day: string;
}

const NAMES = MONTHS.join('|');
const short = (part: string): string => String(Number(part));
const nameOf = ({ month }: Day): string => MONTHS[Number(month) - 1] ?? month;

/** Ways to write a day: what shows that a prompt wants it so, and how. */
const DAYS: readonly (readonly [form: string, asked: RegExp, write: (day: Day) => string])[] = [
  ['year first', /YYYY-MM-DD|\b\d{4}-\d\d-\d\d\b/i, ({ year, month, day }) => `${year}-${month}-${day}`],
  ['day first', /\bDD\/MM\/YYYY/i, ({ year, month, day }) => `${day}/${month}/${year}`],
  [
    'month first',
    /\bMM\/DD\/YYYY|\b\d\d?\/(?:1[3-9]|[23]\d)\/\d{4}\b/i,
    ({ year, month, day }) => `${month}/${day}/${year}`,
  ],
  ['slashes', /YYYY\/MM\/DD|\b\d{4}\/\d\d\/\d\d\b/i, ({ year, month, day }) => `${year}/${month}/${day}`],
  ['points', /\bDD\.MM\.YYYY|\b\d\d?\.\d\d?\.\d{4}\b/i, ({ year, month, day }) => `${day}.${month}.${year}`],
  [
    'day first, hyphens',
    /\bDD-MM-YYYY|\b\d\d-\d\d-\d{4}\b/i,
    ({ year, month, day }) => `${day}-${month}-${year}`,
  ],
  ['without signs', /\bYYYYMMDD\b/i, ({ year, month, day }) => `${year}${month}${day}`],
  [
    'month by name',
    new RegExp(`\\b(?:${NAMES}|Month) \\d\\d?, ?\\d{4}|Month D{1,2}, YYYY`, 'i'),
    (day) => `${nameOf(day)} ${short(day.day)}, ${day.year}`,
  ],
  [
    'day, month by name',
    new RegExp(`\\b\\d\\d? (?:${NAMES}),? \\d{4}|D{1,2} Month YYYY`, 'i'),
    (day) => `${short(day.day)} ${nameOf(day)} ${day.year}`,
  ],
];

const dayOf = (text: string): Day | undefined => {
  const iso = /^(\d{4})-(\d\d)-(\d\d)(?:T00:00(?::00)?)?$/.exec(text);
  if (iso !== null) return { year: iso[1] ?? '', month: iso[2] ?? '', day: iso[3] ?? '' };
  const named = new RegExp(`^(?:(\\d\\d?) )?(${NAMES})(?: (\\d\\d?),)? (\\d{4})$`, 'i').exec(text);
  if (named === null) return undefined;
  const month = MONTHS.findIndex((name) => name.toLowerCase() === named[2]?.toLowerCase()) + 1;
  const day = named[1] ?? named[3];
  if (day === undefined) return undefined;
  return { year: named[4] ?? '', month: String(month).padStart(2, '0'), day: day.padStart(2, '0') };
};

/** `14:05` as clocks of twelve hours have it. */
const timeForms = (text: string, prompt: string): Written => {
  const time = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  if (time === null || !/\b\d\d?:\d\d ?[ap]\.?m\b|\bAM\b|\bPM\b|12-hour/i.test(prompt)) return [];
  const hour = Number(time[1]);
  const written = `${hour % 12 === 0 ? 12 : hour % 12}:${time[2]}`;
  const half = hour < 12 ? 'AM' : 'PM';
  return [
    ['twelve hours', `${written} ${half}`],
    ['twelve hours, small', `${written} ${half.toLowerCase()}`],
  ];
};

const PLACES = /\b(?:to |with |exactly )?(two|2|one|1|three|3) (?:decimals?|decimal places|digits after)/i;
const COUNTS: Readonly<Record<string, number>> = { one: 1, '1': 1, two: 2, '2': 2, three: 3, '3': 3 };

/** `12.5` as `12.50`, where so many decimals are asked for or shown. */
const amountForms = (text: string, prompt: string): Written => {
  if (!/^-?\d{1,12}(?:\.\d{1,6})?$/.test(text)) return [];
  const told = PLACES.exec(prompt)?.[1]?.toLowerCase();
  const shown = /(?<![\d.])\d+\.\d{2}(?!\.?\d)/.test(prompt) ? 2 : undefined;
  const places = told === undefined ? shown : COUNTS[told];
  const fixed = places === undefined ? text : Number(text).toFixed(places);
  return fixed === text || Number(fixed) !== Number(text) ? [] : [['fixed', fixed]];
};

const FORMS = new Set([...DAYS.map(([form]) => form), 'twelve hours', 'twelve hours, small', 'fixed']);

/** Whether a form of `formsOf` is one of these. */
export const isStyled = (key: string): boolean => FORMS.has(/: ([^:]+)$/.exec(key)?.[1] ?? '');

/** The value of a row in the ways that its prompt asks for; none where that is how it is written already. */
export const styledForms = (value: unknown, prompt: string): Written => {
  if (typeof value === 'number') return amountForms(String(value), prompt);
  if (typeof value !== 'string' || value.length > 40) return [];
  const text = value.trim();
  const day = dayOf(text);
  const days = day === undefined ? [] : DAYS.filter(([, asked]) => asked.test(prompt));
  const forms = days.flatMap(([form, , write]): [string, string][] =>
    day === undefined || write(day) === text ? [] : [[form, write(day)]],
  );
  return [...forms, ...timeForms(text, prompt), ...amountForms(text, prompt)];
};
