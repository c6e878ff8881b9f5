/** What is wrong with a question about a run. */
export class ViewFault extends Error {
  readonly kind: 'not-found' | 'unknown-step' | 'invalid';
  readonly help: string | undefined;

  constructor(kind: ViewFault['kind'], message: string, help?: string) {
    super(message);
    this.kind = kind;
    this.help = help;
  }
}
