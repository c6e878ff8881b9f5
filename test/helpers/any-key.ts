/** Keys as Python's dicts have them: names that mean something in JavaScript among them. */
import fc from 'fast-check';

export const key = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'valueOf',
    '__defineGetter__',
    'length',
  ),
  fc.string({ maxLength: 20 }),
);
