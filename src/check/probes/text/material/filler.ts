/** Text that says nothing, of any length. */

const WORDS = (
  'the of and to in is that for it as was with be by on not he this are or his from at which but have an had they you ' +
  'were their one all we can her has there been if more when will would who so no she other its may these what them than ' +
  'some him time into only could new then do any my now such like our over me even most made after also did many before ' +
  'must through years where much your way well'
).split(' ');

const made = new Map<number, string>();

/** So many characters of common words in an order that repeats no three of them for a long while. */
export const filler = (length: number): string => {
  let text = made.get(length);
  if (text === undefined) {
    text = write(length);
    if (made.size < 500) made.set(length, text);
  }
  return text;
};

const write = (length: number): string => {
  const words: string[] = [];
  let size = 0;
  for (let at = 0; size <= length; at++) {
    const word = WORDS[(at * at * 3 + at * 7 + Math.floor(at / WORDS.length) * 11) % WORDS.length] ?? 'the';
    words.push(at % 12 === 11 ? `${word}.` : word);
    size += word.length + 1;
  }
  return words.join(' ').slice(0, length).replace(/\s$/, '.');
};
