/** Programs in a member of a JSON object: how prompts and sources show it. */
import type { Wrapper } from '../../calibration.ts';

const SHOWN =
  /\{\s*\\?["'](\w*(?:code|program|source|solution|script|function|query|python|expr(?:ession)?|formula|tests?))\\?["']\s*:\s*(?:\\?"([^"\\\n]{0,40}))?/i;
/** What stands for something of one's own: `"=..."`. */
const PLACE = /\.\.\.|…|<[a-z_ ]{1,24}>|\b[A-Z][A-Z_]{2,15}\b/;
const READ = /json\.loads\([^\n]*\)(?:\[\s*["'](\w+)["']\s*\]|\.get\(\s*["'](\w+)["'])/;

/** A JSON object with the program in the member that prompt or source call so; nothing where neither does. */
export const jsonPrograms = (prompt: string, source: string): Wrapper[] => {
  const shown = SHOWN.exec(prompt) ?? SHOWN.exec(source);
  const read = /\bjson\b/i.test(prompt) ? READ.exec(source) : null;
  const key = shown?.[1] ?? read?.[1] ?? read?.[2];
  if (key === undefined) return [];
  const [before = '', after = ''] = PLACE.test(shown?.[2] ?? '') ? (shown?.[2] ?? '').split(PLACE) : [];
  return [
    {
      name: `{"${key}": "${before}…${after}"}`,
      wrap: (code) => JSON.stringify({ [key]: before + code + after }),
    },
  ];
};
