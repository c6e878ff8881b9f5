/** Text of models and modules: only ever text nodes, with what a browser would hide or turn around made visible. */
import { useState } from 'preact/hooks';
import { groupDigits, visible } from '../../../src/formats/text/visible.ts';
import { useMarkdown } from '../state/markdown.ts';
import { Copy } from './copy.tsx';
import { Markdown } from './markdown.tsx';

/** Characters of a text that are shown at first, and how many each click adds: a page of megabytes is slow. */
const FOLDED = 600;
const STEP = 100_000;

/** Lines and tabs stay, all else that cannot be seen is made visible. */
export const visibleLines = (text: string): string =>
  text
    .replace(/\r\n/g, '\n')
    .split('\n')
    .map((line) => line.split('\t').map(visible).join('\t'))
    .join('\n');

/** Never half of a surrogate pair. */
const cut = (text: string, end: number): string => {
  const code = text.charCodeAt(end - 1);
  return text.slice(0, code >= 0xd800 && code < 0xdc00 ? end - 1 : end);
};

interface TextProps {
  text: string;
  /** What it is, for those who hear the page. */
  label: string;
  /** Characters that are shown before somebody asks for more. */
  folded?: number;
  /** Whether it is cut in the middle: of outputs and traces the end matters. */
  fromEnd?: boolean;
  /** Whether it is of a model, or for one: then it may be shown as Markdown. */
  isSaid?: boolean;
}

/** A block of text, folded when it is long. */
export const Text = ({ text, label, folded = FOLDED, fromEnd = false, isSaid = false }: TextProps) => {
  const isMarkdown = useMarkdown() && isSaid;
  const [limit, setLimit] = useState(folded);
  if (text === '') return <p class="nothing">(empty)</p>;
  const isCut = text.length > limit + 80;
  const part = !isCut ? text : fromEnd ? text.slice(-limit) : cut(text, limit);
  const left = text.length - part.length;
  const more = (
    <div class="more">
      <span>{groupDigits(left)} characters more</span>
      <button type="button" class="plain" onClick={() => setLimit(limit + Math.min(left + 80, STEP))}>
        {left > STEP ? `Show ${groupDigits(STEP)} more` : 'Show all'}
      </button>
      <Copy text={text} label={`Copy all of the ${label.toLowerCase()}`} />
    </div>
  );
  return (
    <figure class="text" aria-label={isCut ? `${label}, shortened` : label}>
      {isCut && fromEnd && more}
      {isMarkdown ? (
        <Markdown text={visibleLines(part)} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys have to reach it
        <pre tabIndex={0}>{visibleLines(part)}</pre>
      )}
      {isCut && !fromEnd && more}
      {!isCut && limit > folded && (
        <button type="button" class="plain" onClick={() => setLimit(folded)}>
          Fold
        </button>
      )}
    </figure>
  );
};

/** One line of text in a table or a heading. */
export const Line = ({ text, limit = 120 }: { text: string; limit?: number }) => (
  <bdi class="line" title={text.length > limit ? visible(cut(text, 1_000)) : undefined}>
    {visible(text.length > limit ? `${cut(text, limit)}…` : text).replace(/(␍?␊)+/g, ' ↵ ')}
  </bdi>
);
