import type { ComponentChildren } from 'preact';

import { ApiFailure, isUnreachable } from '../api/failure.ts';
import { usePage } from '../page-context.ts';
import type { Texts } from '../texts/texts.ts';

function sentenceOf(error: unknown, { common }: Texts): string {
  if (error instanceof ApiFailure && error.code === 'NO_ANSWER') return common.noAnswer;
  const isSaid = error instanceof Error && !isUnreachable(error);
  return isSaid ? error.message : common.unreachable;
}

/** A failure as the sentence of the API, with the id of the request for the operator. */
export function FailureNotice({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const { t } = usePage();
  if (error === undefined) return null;
  const requestId = error instanceof ApiFailure ? error.requestId : undefined;
  return (
    <div class="notice bad" role="alert">
      <p>{sentenceOf(error, t)}</p>
      {requestId === undefined ? null : <p class="quiet small">{t.common.requestId(requestId)}</p>}
      {retry === undefined ? null : (
        <button type="button" class="plain" onClick={retry}>
          {t.common.retry}
        </button>
      )}
    </div>
  );
}

export function Notice({
  tone,
  children,
}: {
  readonly tone: 'warn' | 'bad';
  readonly children: ComponentChildren;
}) {
  return (
    <div class={`notice ${tone}`} role="status">
      {children}
    </div>
  );
}

/** Placeholder of an empty list: says what the list holds and how to add the first entry. */
export function Empty({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export function Loading() {
  const { t } = usePage();
  return (
    <p class="loading quiet" role="status">
      {t.common.loading}
    </p>
  );
}
