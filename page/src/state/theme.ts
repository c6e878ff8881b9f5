/** Light or dark: the system's, until somebody chooses. */
import { Listeners, useStore } from './store.ts';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'runrl-sandbox.theme';
const listeners = new Listeners();
const system = matchMedia('(prefers-color-scheme: dark)');

/** In a page from disk, or in a frame, there may be no storage. */
export const stored = (storage: () => Storage, key: string, value?: string | null): string | null => {
  try {
    if (value === null) storage().removeItem(key);
    else if (value !== undefined) storage().setItem(key, value);
    return storage().getItem(key);
  } catch {
    return null;
  }
};

const isTheme = (text: string | null): text is Theme => THEMES.some((theme) => theme === text);
const kept = stored(() => localStorage, KEY);
let theme: Theme = isTheme(kept) ? kept : 'auto';

const isDark = (): boolean => theme === 'dark' || (theme === 'auto' && system.matches);

const apply = (): void => {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
  listeners.tell();
};
apply();
system.addEventListener('change', apply);

export const setTheme = (next: Theme): void => {
  theme = next;
  stored(() => localStorage, KEY, next);
  apply();
};

export const nextTheme = (): void => setTheme(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto');

export const useTheme = (): Theme => useStore(listeners, () => theme);

/** What is drawn now: canvases take colours when they are drawn, not from the style sheet. */
export const useIsDark = (): boolean => useStore(listeners, isDark);
