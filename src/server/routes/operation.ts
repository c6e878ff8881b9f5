/** What a route takes and gives. */
import type { z } from 'zod';

export interface Operation {
  method: 'get' | 'post' | 'delete';
  /** With `{name}` for parameters. */
  path: string;
  /** Another path for the same, without the parameters of the first. */
  alias?: string;
  summary: string;
  /** Schemas of the JSON body, any of which may be meant; `text` for a body that is no JSON. */
  body?: readonly z.ZodType[] | 'text';
  /** Parameters behind the `?`, with what they mean. */
  query?: Readonly<Record<string, string>>;
  /** What the answer 200 is. A string is its type, where it is no JSON. Absent: 204. */
  answer?: z.ZodType | string;
  /** Another form of the answer, by type. */
  otherAnswer?: { type: string; schema: z.ZodType };
  /** Nobody needs a token for it. */
  open?: true;
}
