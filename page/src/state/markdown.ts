/** Whether texts of models are shown as Markdown, or as they are. */
import { Listeners, useStore } from './store.ts';

const listeners = new Listeners();
let isOn = false;

/** @returns whether they are now */
export const toggleMarkdown = (): boolean => {
  isOn = !isOn;
  listeners.tell();
  return isOn;
};

export const useMarkdown = (): boolean => useStore(listeners, () => isOn);
