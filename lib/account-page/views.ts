import { accountViews, menuViews } from '#shared/contract/account-views.ts';

/** The views of the menu. */
export const menu = ['overview', ...menuViews] as const;

/** The views of the page; each is the last segment of a path, the overview is /account itself. */
export const viewNames = ['overview', ...accountViews] as const;
export type ViewName = (typeof viewNames)[number];

export interface Place {
  /** `undefined` when the path is not a view of the page. */
  readonly view: ViewName | undefined;
  readonly query: URLSearchParams;
}

/** The view of a URL below the deployment's path, such as `/live`. */
export function placeOf({ pathname, search }: Pick<URL, 'pathname' | 'search'>, root: string): Place {
  const path = pathname.slice(root.length).replace(/^\/account\/?/, '');
  const name = path === '' ? 'overview' : path.replace(/\/$/, '');
  return { view: viewNames.find((view) => view === name), query: new URLSearchParams(search) };
}

/** The path of a view. */
export function pathTo(view: ViewName, root: string, query: Readonly<Record<string, string>> = {}): string {
  const path = `${root}/account${view === 'overview' ? '' : `/${view}`}`;
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}
