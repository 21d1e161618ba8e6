/** The routes of applications: `#/inbox`, `#!/inbox`. Other fragments are places in the page (RFC 3986, section 3.5). */
const route = /^#!?\//;

/** Whether an absolute URL names a route of an application. */
export function hasRoute(href: string): boolean {
  const at = href.indexOf('#');
  return at >= 0 && route.test(href.slice(at));
}

/** The URL of the page, without a place in it. `href` is an absolute URL. */
export function withoutPlace(href: string): string {
  const at = href.indexOf('#');
  return at < 0 || hasRoute(href) ? href : href.slice(0, at);
}

/** Whether a URL leads to a part of a page, such as its reviews; fragments are also routes (`#/lamp`) and state (`#position=1`). */
export const leadsToPart = (href: string): boolean => /.#[^/!=][^=]*$/.test(href);
