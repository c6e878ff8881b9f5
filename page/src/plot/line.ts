import type { Values } from './smooth.ts';

export interface Line {
  name: string;
  values: Values;
  /** Name of a property of the style sheet. */
  colour: string;
  isDashed?: boolean;
  isFaint?: boolean;
  /** 0: only the edge of a band. */
  width?: number;
}
