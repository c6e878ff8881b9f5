/** Values of one kind, and the way to write each of them down. */
import { openedJson } from '../../lists.ts';
import type { Form } from './answer-forms.ts';

/** Writes a value down; undefined where it is of another kind. */
export type Arrange = (value: unknown) => string | undefined;
export type Arrangement = readonly [name: string, write: Arrange];

/** A form, and how any other value of its kind is written so. */
export interface ArrangedForm extends Form {
  arrange: Arrange;
}

/** `ACD`, and no word or name. */
const isRising = (text: string): boolean => [...text].sort().join('') === text && text <= 'L';

/** JSON given as text is what it holds; so are `A;B` and, of capital letters, `ACD`. */
export const valueIn = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  const inner = openedJson(text);
  if (inner !== undefined) return inner;
  if (/^[A-Z]{1,10}$/.test(text) && new Set(text).size === text.length && isRising(text)) return [...text];
  const parts = text.split(/\s*[;|]\s*|,\s*/).map((part) => part.trim());
  const isShort = parts.every((part) => part !== '' && part.length <= 40);
  return parts.length >= 2 && parts.length <= 26 && isShort ? parts : value;
};
