import { useEffect, useId, useState } from 'preact/hooks';

import { usePage } from '../page-context.ts';
import { copyText } from './copy-text.ts';

const confirmationMs = 2_000;

export function CopyButton({
  text,
  label,
  primary = false,
}: {
  readonly text: string;
  readonly label?: string;
  readonly primary?: boolean;
}) {
  const { t, announce } = usePage();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), confirmationMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => {
    void copyText(text).then((isDone) => {
      setIsCopied(isDone);
      announce(isDone ? t.common.copied : t.common.notCopied);
    });
  };
  return (
    <button type="button" class={primary ? 'primary' : ''} onClick={copy}>
      {isCopied ? t.common.copied : (label ?? t.common.copy)}
    </button>
  );
}

const shownOfId = 8;

/** The beginning of a long id, as a button that copies it whole. */
export function CopyId({ id }: { readonly id: string }) {
  const { t, announce } = usePage();
  const copy = () => {
    void copyText(id).then((isDone) => announce(isDone ? t.common.copied : id));
  };
  return (
    <button type="button" class="id-button" title={id} aria-label={t.common.copyId(id)} onClick={copy}>
      <code>{id.slice(0, shownOfId)}…</code>
    </button>
  );
}

/** A secret that is shown once, in a field that selects as a whole. */
export function Secret({
  label,
  text,
  copyLabel,
}: {
  readonly label: string;
  readonly text: string;
  readonly copyLabel?: string;
}) {
  const id = useId();
  return (
    <div class="secret">
      <label for={id}>{label}</label>
      <div class="with-button">
        <input
          id={id}
          class="code"
          readOnly
          value={text}
          spellcheck={false}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={text} {...(copyLabel === undefined ? {} : { label: copyLabel })} />
      </div>
    </div>
  );
}

/** Code to copy. */
export function CodeBlock({
  text,
  label,
  copyLabel,
}: {
  readonly text: string;
  readonly label: string;
  readonly copyLabel?: string;
}) {
  return (
    <figure class="code-block">
      <figcaption>
        <span>{label}</span>
        <CopyButton text={text} {...(copyLabel === undefined ? {} : { label: copyLabel })} />
      </figcaption>
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}
