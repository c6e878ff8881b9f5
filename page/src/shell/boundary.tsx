import { Component, type ComponentChildren } from 'preact';
import { visibleLines } from '../parts/text.tsx';

interface Props {
  /** Another text: what failed is drawn anew. */
  about: string;
  children: ComponentChildren;
}

/** No fault leaves the page blank: it says what happened, and the rest of the page goes on. */
export class Boundary extends Component<Props, { error: unknown; about: string }> {
  static override getDerivedStateFromError = (error: unknown) => ({ error });

  override componentDidUpdate(before: Props): void {
    if (before.about !== this.props.about && this.state.error != null) this.setState({ error: null });
  }

  override render() {
    const { error } = this.state;
    if (error == null) return this.props.children;
    return <Fault error={error} again={() => this.setState({ error: null })} />;
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const Fault = ({ error, again }: { error: unknown; again?: (() => void) | undefined }) => (
  <div class="fault" role="alert">
    <h2>This cannot be shown</h2>
    <pre>{visibleLines(messageOf(error))}</pre>
    {again !== undefined && (
      <button type="button" onClick={again}>
        Try again
      </button>
    )}
  </div>
);
