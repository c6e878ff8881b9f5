/** Markdown of models, as far as it helps to read: only elements of ours around text nodes; links and pictures stay text. */
import type { ComponentChildren } from 'preact';

const INLINE = /(`+)([^`]+)\1|\*\*([^*\n]+)\*\*|\*([^*\s][^*\n]*)\*/g;

const inline = (text: string): ComponentChildren[] => {
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, , code, strong, soft] = match;
    parts.push(text.slice(end, match.index));
    parts.push(
      code !== undefined ? <code>{code}</code> : strong !== undefined ? <b>{strong}</b> : <i>{soft}</i>,
    );
    end = match.index + whole.length;
  }
  parts.push(text.slice(end));
  return parts;
};

const FENCE = /^\s*(```+|~~~+)/;
const HEADING = /^#{1,6}\s+(.*)$/;
const ITEM = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(.*)$/;

/** @param text with lines, in which all else that cannot be seen is visible */
export const Markdown = ({ text }: { text: string }) => {
  const blocks: ComponentChildren[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const fence = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      const closing = lines.findIndex((other, index) => index > at && other.trim().startsWith(fence));
      const end = closing === -1 ? lines.length : closing;
      blocks.push(<pre>{lines.slice(at + 1, end).join('\n')}</pre>);
      at = end + 1;
    } else if (HEADING.test(line)) {
      blocks.push(<p class="heading">{inline(HEADING.exec(line)?.[1] ?? '')}</p>);
      at++;
    } else {
      const isItem = ITEM.test(line);
      let end = at + 1;
      while (end < lines.length && ITEM.test(lines[end] ?? '') === isItem && isPlain(lines[end] ?? '')) end++;
      const part = lines.slice(at, end);
      if (isItem)
        blocks.push(
          <ul>
            {part.map((item) => (
              <li>{inline(ITEM.exec(item)?.[1] ?? '')}</li>
            ))}
          </ul>,
        );
      else if (part.some((each) => each.trim() !== '')) blocks.push(<p>{inline(part.join('\n'))}</p>);
      at = end;
    }
  }
  return <div class="markdown">{blocks}</div>;
};

/** Whether a line goes on with what stands before it. */
const isPlain = (line: string): boolean => line.trim() !== '' && !FENCE.test(line) && !HEADING.test(line);
