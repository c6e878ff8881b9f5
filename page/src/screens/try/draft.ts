/** What the form of "Try it" begins with: a call of elsewhere in the page. */
export interface Draft {
  module: string;
  completion: unknown;
  kwargs: unknown;
}

let draft: Draft | undefined;

export const keepDraft = (next: Draft): void => {
  draft = next;
};

/** @returns what was kept since the last time that somebody asked */
export const takeDraft = (): Draft | undefined => {
  const taken = draft;
  draft = undefined;
  return taken;
};
