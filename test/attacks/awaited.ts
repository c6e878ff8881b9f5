/** Attacks that get what they want today, and the layer that will stop each. */
export const AWAITED: Readonly<Record<string, string>> = {};
