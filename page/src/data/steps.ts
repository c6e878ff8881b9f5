/** The steps of a run, and what one of them came to. */
import { useEffect } from 'preact/hooks';
import { type Shown, usePage } from './context.ts';
import type { OneStep, StepNumbers } from './types.ts';
import { type Asked, prefetch, useAnswer, useRoute, useVersion } from './use-route.ts';

export const useStepNumbers = (shown: Shown | undefined): Asked<StepNumbers> => {
  const version = useVersion(shown?.run);
  return useRoute<StepNumbers>(
    shown === undefined ? null : `v1/view/runs/${shown.run.id}/steps`,
    { module: shown?.module },
    version,
  );
};

/** @param key of a string; empty: the first that there is */
export const useStep = (shown: Shown | undefined, step: number | undefined, key: string): Asked<OneStep> => {
  const { source } = usePage();
  // Also an old step may change while a run goes on: calls come late, or twice.
  const newest = useVersion(shown?.run);
  const version = shown?.run.live === true ? newest : 0;
  const query = { module: shown?.module, key: key === '' ? undefined : key };
  const base = `v1/view/runs/${shown?.run.id}/steps/`;
  const asked = useAnswer<OneStep>(
    step === undefined || shown === undefined ? null : `${base}${step} ${JSON.stringify(query)}`,
    version,
    () => prefetch(source, `${base}${step}`, query, version) as Promise<OneStep>,
  );
  const { value, isOld } = asked;
  useEffect(() => {
    if (value === undefined || isOld) return;
    for (const near of [value.next, value.previous])
      if (near !== null) prefetch(source, `${base}${near}`, query, version).catch(() => {});
  }, [value, isOld]);
  return asked;
};
