import { useEffect, useState } from 'preact/hooks';
import { say } from '../shell/say.tsx';

/** Also where the clipboard is closed to pages: over plain HTTP from another machine, or in a frame. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
};

/** And says whether it is done. */
const copyAndSay = async (text: string): Promise<boolean> => {
  const copied = await copyText(text);
  say(copied ? 'Copied' : 'The browser does not let this page copy');
  return copied;
};

export const copyAsJson = (value: unknown): Promise<boolean> => copyAndSay(JSON.stringify(value, null, 2));

const SHOWN_MS = 1_500;

export const Copy = ({
  text,
  label,
  children = 'Copy',
}: {
  text: string;
  label: string;
  children?: string;
}) => {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [done]);
  const copy = async () => setDone(await copyAndSay(text));
  return (
    <button type="button" class="plain copy" aria-label={label} onClick={() => void copy()}>
      {done ? '✓ copied' : children}
    </button>
  );
};

/** A command line that can be copied. */
export const Command = ({ text, label }: { text: string; label: string }) => (
  <div class="command">
    <span class="label">{label}</span>
    <code>{text}</code>
    <Copy text={text} label={`Copy: ${label}`} />
  </div>
);
