import type { ComponentChildren } from 'preact';

/** Nothing to show: what is not there, and what brings it here. */
export const Empty = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <div class="empty">
    <h2>{title}</h2>
    <div>{children}</div>
  </div>
);

export const Loading = () => (
  <p class="loading" role="status">
    Reading …
  </p>
);
