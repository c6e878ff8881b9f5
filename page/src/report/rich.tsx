import { shorten } from '../../../src/formats/text/visible.ts';
import { visibleLines } from '../parts/text.tsx';

/** Prose with code between backticks. */
export const Rich = ({ text, limit = 2_000 }: { text: string; limit?: number }) => (
  <>
    {shorten(text, limit)
      .split(/((?<!`)`[^`\n]+`(?!`))/)
      .map((part) =>
        part.length > 2 && part.startsWith('`') && part.endsWith('`') ? (
          <code>{visibleLines(part.slice(1, -1))}</code>
        ) : (
          visibleLines(part)
        ),
      )}
  </>
);
