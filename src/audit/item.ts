/** What an audited call was paid, here and elsewhere. */

/** A call on one other row. */
export interface Pair {
  /** Fields in which the two rows agree. */
  agree: readonly string[];
  /** What it is paid there. */
  pay: number;
}

/** A paid call that was audited. */
export interface Item {
  pay: number;
  /** Which row it is of: calls of one row are alike. */
  row?: string | undefined;
  pairs: readonly Pair[];
  /** What it is paid where this field alone is another row's. */
  swap?: { field: string; pay: number } | undefined;
  /** What it is paid where this field is another value that it says; null where it says none. */
  said?: { field: string; pay: number | null } | undefined;
  /** What is paid on its row for nothing, or for a copy of the prompt where it holds one: the more of both. */
  free?: number | undefined;
  /** Its text is paid well under several prompts of late; undefined where too little was seen to tell. */
  repeats?: boolean | undefined;
  /** It was executed, and touched what grades it. */
  touched?: boolean | undefined;
}
