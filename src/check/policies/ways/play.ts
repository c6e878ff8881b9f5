/** Honest play: actions that are paid, and how they were found. */

export interface Honest {
  actions: readonly string[];
  return: number;
  how: 'script' | 'answer' | 'search';
}
