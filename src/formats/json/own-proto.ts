/** zod leaves out a key named `__proto__`; to JSON and to Python it is a key like any other. */

/**
 * Gives a record, as zod has read it, the key `__proto__` of what it was read from.
 * @param check the value under it as it is to be kept; undefined leaves it out. It may throw, as zod does
 */
export const keepProto = <Value>(
  given: unknown,
  record: Record<string, Value>,
  check: (value: unknown) => Value | undefined,
): void => {
  const own = Object.getOwnPropertyDescriptor(Object(given), '__proto__');
  const value = own && check(own.value);
  if (value !== undefined)
    Object.defineProperty(record, '__proto__', {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
};
