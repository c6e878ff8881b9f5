/** Which of several forms of a completion is paid on most rows. */

/**
 * Tries each form on the first of `known`, and what is paid there on all others, until one is paid on all.
 *
 * @param known What is known of each row; the first is asked first.
 * @param forms How many forms there are; a form is its number.
 * @param ask Makes the completion of a form on one of `known`; undefined: it is not paid.
 * @param goOn Asked before each form.
 * @returns What was paid of the form that was paid most often.
 */
export const hitsOfBestForm = async <Known, Hit>(
  known: readonly Known[],
  forms: number,
  ask: (one: Known, form: number) => Promise<Hit | undefined>,
  goOn: () => boolean,
): Promise<Hit[]> => {
  const [first, ...others] = known;
  if (first === undefined) return [];
  let hits: Hit[] = [];
  for (let form = 0; form < forms && hits.length < known.length && goOn(); form++) {
    const hit = await ask(first, form);
    if (hit === undefined) continue;
    const more = await Promise.all(others.map((other) => ask(other, form)));
    const all = [hit, ...more.filter((each) => each !== undefined)];
    if (all.length > hits.length) hits = all;
  }
  return hits;
};
