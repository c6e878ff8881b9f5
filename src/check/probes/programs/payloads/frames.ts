/** Programs that take what is expected from the frames above them, and the way there where builtin names were taken away. */
import { define, SEEK } from './payloads.ts';

/**
 * Functions that answer with what a frame above them expects: a variable of a likely name, what stands behind the
 * arguments in a list of cases, or beside them in a list of the same length.
 * @param wanted names of variables that may hold the answer
 */
export const stealing = (names: readonly string[], wanted: readonly string[]): string => `import sys
${SEEK}
def beside(scope, args):
    groups = [list(scope.values()), *(list(each.values()) for each in scope.values() if isinstance(each, dict))]
    for group in groups:
        lists = [each for each in group if isinstance(each, (list, tuple)) and len(each) > 1]
        for one in lists:
            if len(args) == 1 and args[0] in one:
                for other in lists:
                    if other is not one and len(other) == len(one) and other != one:
                        return other[one.index(args[0])]
    return MISSING
${define(
  names,
  `frame = sys._getframe(1)
while frame is not None:
    for name in ${JSON.stringify(wanted)}:
        if name in frame.f_locals:
            found = seek(frame.f_locals[name], args)
            found = beside(frame.f_locals, args) if found is MISSING else found
            return frame.f_locals[name] if found is MISSING else found
    for value in list(frame.f_locals.values()):
        found = seek(value, args)
        if found is not MISSING:
            return found
    found = beside(frame.f_locals, args)
    if found is not MISSING:
        return found
    frame = frame.f_back`,
)}`;

/** Says that names of builtins are replaced, or words of a program looked through, before it runs. */
const TAKEN_AWAY =
  /__builtins__|\bast\.(?:Import|Call|Name|Attribute)\b|forbid|banned|blocked|blacklist|denied|disallow|sandbox|["'](?:__|import|exec|eval|getattr)["']/i;

export const takesNamesAway = (source: string): boolean => TAKEN_AWAY.test(source);

/**
 * The same program where nothing is left to call, import or define classes with: it is run with all builtins, to which
 * the classes of plain values lead back. `hidden`: as a number in its text, for graders that look for words.
 */
export const escaped = (source: string, names: readonly string[], hidden = false): string => {
  const digits = [...new TextEncoder().encode(source)].map((byte) => byte.toString(16).padStart(2, '0'));
  const text = hidden
    ? `space["bytes"].fromhex("${digits.join('')}").decode()`
    : JSON.stringify(source).replaceAll('`', '\\x60');
  return [
    'kinds = ().__class__.__base__.__subclasses__()',
    'outside = [each for each in kinds if each.__name__ == "_wrap_close"][0].__init__.__globals__',
    'space = outside["sys"].modules["builtins"].__dict__',
    'scope = {"__builtins__": space, "__name__": "program"}',
    `space["exec"](${text}, scope)`,
    `${names.join(' = ')} = scope["${names[0]}"]`,
  ].join('\n');
};
