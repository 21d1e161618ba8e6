import type { ComponentChildren } from 'preact';

interface ViewHeadProps {
  readonly title: string;
  readonly text?: string;
  /** Buttons of the whole view. */
  readonly children?: ComponentChildren;
}

export const ViewHead = ({ title, text, children }: ViewHeadProps) => (
  <header class="view-head">
    <div>
      <h1 tabIndex={-1}>{title}</h1>
      {text === undefined ? null : <p class="quiet">{text}</p>}
    </div>
    {children === undefined ? null : <div class="buttons">{children}</div>}
  </header>
);
