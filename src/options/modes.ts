/** The words that two options take, which the library exports too. */

/** Values of `reuse`: when a worker serves a further call. docs/reuse.md explains them. */
export const REUSE_MODES = ['auto', 'never', 'always', 'shared'] as const;
/** One of `REUSE_MODES`. */
export type ReuseMode = (typeof REUSE_MODES)[number];
/** Values of `profile`. `strict` is for reward files of strangers. */
export const PROFILES = ['default', 'strict'] as const;
/** One of `PROFILES`. */
export type Profile = (typeof PROFILES)[number];
