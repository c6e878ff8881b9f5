/** The colours of both themes can be read. */
import { expect, it } from 'vitest';
import { textOf } from '../house/files.ts';

const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: string, other: string): number => {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
};
const [light = {}, dark = {}] = [...textOf('page/style/base.css').matchAll(/:root[^{]*\{([^}]*)\}/g)].map(
  ([, body = '']): Record<string, string> =>
    Object.fromEntries(
      [...body.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name, value]) => [name, value]),
    ),
);

it.each([
  ['light', light],
  ['dark', dark],
])('are readable: %s', (_name, theme) => {
  const of = (name: string) => theme[name] ?? '';
  const text = [
    ...['page', 'panel', 'inset', 'accent-soft'].flatMap((ground) =>
      ['text', 'soft', 'accent', 'red'].map((ink) => [ink, ground]),
    ),
    ...['red', 'orange', 'yellow', 'blue', 'green', 'accent'].map((tone) => [tone, `${tone}-soft`]),
    ['grey', 'inset'],
    ['text', 'green-soft'],
    ['panel', 'accent'],
    ...['red', 'orange', 'green', 'violet', 'yellow'].map((tone) => [tone, 'panel']),
  ];
  // Lines and areas are no text: 3 is enough (WCAG 1.4.11).
  const drawn = ['a', 'b', 'c', 's-ok', 's-raised', 's-crashed', 's-timeout', 's-tampered', 's-lost'].map(
    (name) => [name, 'panel'],
  );
  const poor = (pairs: string[][], least: number): string[] =>
    pairs
      .map(([ink = '', ground = '']) => `${ink} on ${ground}: ${contrast(of(ink), of(ground)).toFixed(2)}`)
      .filter((line) => !(Number(line.split(': ')[1]) >= least));
  expect([...poor(text, 4.5), ...poor(drawn, 3)]).toEqual([]);
});
