/** What happened, for those who hear the page, and for a moment for those who see it. */
import { useEffect } from 'preact/hooks';
import { Listeners, useStore } from '../state/store.ts';

const SHOWN_MS = 3_000;
const listeners = new Listeners();
let said = '';

export const say = (text: string): void => {
  said = text;
  listeners.tell();
};

export const Said = () => {
  const text = useStore(listeners, () => said);
  useEffect(() => {
    if (text === '') return;
    const timer = setTimeout(() => say(''), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div class="said" role="status" data-empty={text === ''}>
      {text}
    </div>
  );
};
