import { describe, expect, it } from 'vitest';
import { block, code, markdownReport, prose } from '../../src/check/report/markdown.ts';
import { clean, crowded, HOSTILE, hackable, hostile, samples } from './report-samples.ts';

describe('the report as Markdown', () => {
  it('has the verdict, the worst findings in full, and the rest in a table', () => {
    const text = markdownReport(hackable);
    expect(text).toMatch(/^## 🔴 HACKABLE: `reward\.py`\n\nA list of every candidate/);
    expect(text).toContain('### critical A01: ');
    expect(text).toContain('| **1** | 1 | 1 | 0 |');
    expect(text).toContain('--replay a01-7f3c9e');
    expect(markdownReport(crowded)).toContain('### Further findings (192)');
    expect(markdownReport(clean)).toMatch(/^## 🟢 NO EXPLOIT FOUND: /);
  });

  it.each(Object.entries(samples))('fits into a comment: %s', (_name, report) => {
    expect(markdownReport(report).length).toBeLessThan(60_000);
  });

  it('keeps code of ours, and of others nothing but words', () => {
    expect(prose('use `re.fullmatch` on <answer>')).toBe('use `re.fullmatch` on \\<answer\\>');
    expect(prose('@everyone #12 [a](b) **x** https://x.org www.x.org $y$')).toBe(
      '@<!-- -->everyone \\#<!-- -->12 \\[a\\](b) \\*\\*x\\*\\* https:<!-- -->//x.org www<!-- -->.x.org \\$y\\$',
    );
    expect(prose('- a')).toBe('\\- a');
    expect(prose('1. a')).toBe('1\\. a');
    expect(code('a`b|c')).toBe('``a`b¦c``');
    expect(code('`')).toBe('`` ` ``');
    expect(block('```\nx')).toBe('````text\n```\nx\n````');
  });

  it('opens no markup of a hostile text: all angle brackets are escaped or in code', () => {
    const text = markdownReport(hostile)
      .replace(/^(`{3,})\w+\n[\s\S]*?\n\1$/gm, '')
      .replace(/(?<![`\\])(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '')
      .replaceAll('<!-- -->', '\u00b7')
      .replace(/<\/?(details|summary)>/g, '');
    expect(text.match(/(?<!\\)<[a-z/!]/gi)).toBeNull();
    expect(text.match(/@\w/)).toBeNull();
    expect(prose(HOSTILE)).not.toMatch(/(?<!\\)<(?!!-- -->)/);
  });
});
