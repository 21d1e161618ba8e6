import type { ComponentChildren } from 'preact';

import { usePage } from '../page-context.ts';
import { pathTo, type ViewName } from '../views.ts';

interface LinkProps {
  readonly to: ViewName;
  readonly query?: Readonly<Record<string, string>>;
  readonly class?: string;
  readonly isCurrent?: boolean;
  readonly children: ComponentChildren;
}

/** A link to a view. Other clicks than a plain one are the browser's: new tabs, windows, downloads. */
export function Link({ to, query, isCurrent = false, children, ...rest }: LinkProps) {
  const { root, navigate } = usePage();
  return (
    <a
      {...rest}
      href={pathTo(to, root, query)}
      {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        navigate(to, query);
      }}
    >
      {children}
    </a>
  );
}
