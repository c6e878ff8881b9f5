/** What `/metrics` answers, read as Prometheus reads it. */

export interface Sample {
  labels: Readonly<Record<string, string>>;
  value: number;
}

export interface Family {
  type: string;
  /** By name: that of the family, or with `_bucket`, `_sum`, `_count` behind it. */
  samples: Map<string, Sample[]>;
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;

const unescaped = (text: string): string =>
  text.replace(/\\([\\"n])/g, (_, character: string) => (character === 'n' ? '\n' : character));

const labelsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g)].map(([, name = '', value = '']) => [
      name,
      unescaped(value),
    ]),
  );

/** @throws Error for a line that Prometheus would refuse */
export const parseExposition = (text: string): Map<string, Family> => {
  const families = new Map<string, Family>();
  let family: Family | undefined;
  let name = '';
  for (const line of text.split('\n')) {
    const [, declared, type] = /^# TYPE (\S+) (counter|gauge|histogram|summary)$/.exec(line) ?? [];
    if (declared !== undefined && type !== undefined) {
      if (families.has(declared)) throw new Error(`twice: ${declared}`);
      name = declared;
      family = { type, samples: new Map() };
      families.set(name, family);
    } else if (line !== '' && !line.startsWith('# HELP ')) {
      const [, sample = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
      const rest = sample.startsWith(name) ? sample.slice(name.length) : undefined;
      const known = { counter: [''], gauge: [''], summary: ['_sum', '_count'] } as Record<string, string[]>;
      const suffixes = known[family?.type ?? ''] ?? ['_bucket', '_sum', '_count'];
      if (family === undefined || rest === undefined || !suffixes.includes(rest))
        throw new Error(`no sample of ${name}: ${line}`);
      const number = Number(value.replace('Inf', 'Infinity').replace('Nan', 'NaN'));
      const there = family.samples.get(sample) ?? [];
      family.samples.set(sample, [...there, { labels: labelsOf(labels), value: number }]);
    }
  }
  return families;
};
