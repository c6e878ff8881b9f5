export interface ReadoutRow {
  name: string;
  value: string;
}

interface ReadoutProps {
  rows: readonly ReadoutRow[];
  /** All rows: the pointer is in this plot. Else one line: it is in another. */
  isFull: boolean;
  isRight: boolean;
}

/** What stands at the cursor. */
export const Readout = ({ rows, isFull, isRight }: ReadoutProps) => (
  <dl class={`readout ${isRight ? 'right' : 'left'}`} aria-live={isFull ? 'polite' : 'off'}>
    {(isFull ? rows : rows.slice(1, 2)).map(({ name, value }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
