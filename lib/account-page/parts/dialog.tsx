import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  readonly close: () => void;
  /** What must not be lost by a stray Escape: it closes by its button only. */
  readonly isImportant?: boolean;
  readonly children: ComponentChildren;
}

/** A modal window: the browser keeps the focus in it and gives it back (HTML, `dialog`). */
export function Dialog({ title, close, isImportant = false, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Before the first paint: what is typed at once belongs to the window.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      aria-labelledby={heading}
      closedby={isImportant ? 'none' : 'closerequest'}
      onCancel={(event) => {
        event.preventDefault();
        if (!isImportant) close();
      }}
      // Browsers let a repeated Escape pass the event above. This one also comes after the window is gone.
      onClose={({ currentTarget }) => {
        if (!currentTarget.isConnected) return;
        if (isImportant) currentTarget.showModal();
        else close();
      }}
    >
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  );
}
