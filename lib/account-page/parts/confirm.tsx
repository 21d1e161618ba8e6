import type { ComponentChildren } from 'preact';

import { usePage } from '../page-context.ts';
import type { Action } from '../use-resource.ts';
import { Dialog } from './dialog.tsx';
import { FailureNotice } from './notice.tsx';

interface ConfirmProps {
  readonly title: string;
  readonly confirm: string;
  readonly cancel?: string;
  readonly isDangerous?: boolean;
  readonly isReady?: boolean;
  readonly action: Action<readonly []>;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

/** A question, its consequences, and the button that does it. */
export function Confirm({
  title,
  confirm,
  cancel,
  isDangerous = false,
  isReady = true,
  action,
  close,
  children,
}: ConfirmProps) {
  const { t } = usePage();
  return (
    <Dialog title={title} close={close}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) action.run();
        }}
      >
        {children}
        <FailureNotice error={action.error} />
        <div class="buttons">
          <button type="button" onClick={close}>
            {cancel ?? t.common.cancel}
          </button>
          <button
            type="submit"
            class={isDangerous ? 'danger' : 'primary'}
            disabled={!isReady || action.isRunning}
          >
            {confirm}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
