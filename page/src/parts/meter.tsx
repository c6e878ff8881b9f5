/** A share as a bar; the number stands beside it. */
export const Meter = ({ share }: { share: number }) => (
  <svg class="meter" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
    <rect class="track" width="100" height="6" />
    <rect class="fill" width={Math.max(share > 0 ? 1 : 0, 100 * Math.min(1, share))} height="6" />
  </svg>
);

/** Counts over steps, without an axis. @param span first and last step of the whole width */
export const Sparkline = ({
  places,
  counts,
  span: [from, to],
  label,
}: {
  places: readonly number[];
  counts: readonly number[];
  span: readonly [number, number];
  label: string;
}) => {
  const most = Math.max(1, ...counts);
  const path = counts
    .map((count, at) => {
      const x = (100 * ((places[at] ?? from) - from + 0.5)) / (to - from + 1);
      return count === 0 ? '' : `M${x.toFixed(2)} 20V${(20 - (19 * count) / most).toFixed(2)}`;
    })
    .join('');
  return (
    <svg class="sparkline" viewBox="0 0 100 20" preserveAspectRatio="none" role="img" aria-label={label}>
      <path class="base" d="M0 20H100" />
      <path d={path} />
    </svg>
  );
};
