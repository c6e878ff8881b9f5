/** The step of a list that is nearest to one that may not be in it. */
export const nearestIndex = (steps: readonly number[], wanted: number): number => {
  let low = 0;
  let high = steps.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  const [before, at] = [steps[low - 1], steps[low]];
  return before !== undefined && at !== undefined && wanted - before < at - wanted ? low - 1 : low;
};
