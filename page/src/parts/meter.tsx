/** A share as a bar; the number stands beside it. */
export const Meter = ({ share }: { share: number }) => (
  <svg class="meter" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
    <rect class="track" width="100" height="6" />
    <rect class="fill" width={Math.max(share > 0 ? 1 : 0, 100 * Math.min(1, share))} height="6" />
  </svg>
);

/** Counts over steps, without an axis. */
export const Sparkline = ({ counts, label }: { counts: readonly number[]; label: string }) => {
  const most = Math.max(1, ...counts);
  const step = 100 / Math.max(1, counts.length);
  const path = counts
    .map((count, at) =>
      count === 0 ? '' : `M${((at + 0.5) * step).toFixed(2)} 20V${(20 - (19 * count) / most).toFixed(2)}`,
    )
    .join('');
  return (
    <svg class="sparkline" viewBox="0 0 100 20" preserveAspectRatio="none" role="img" aria-label={label}>
      <path class="base" d="M0 20H100" />
      <path d={path} />
    </svg>
  );
};
