/** A visitor with a browser's cookies and redirects, and without its scripts. */
export interface Visitor {
  readonly cookies: Map<string, string>;
  /** Follows redirects, unless told not to. */
  readonly open: (url: string, options?: VisitOptions) => Promise<Visit>;
  /** Sends the form of a page. */
  readonly submit: (page: Visit, fields: Readonly<Record<string, string>>) => Promise<Visit>;
}

export interface VisitOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly follows?: boolean;
}

export interface Visit {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const maxRedirects = 10;

/** Cookies are kept by name: all servers of the tests are on 127.0.0.1, and cookies do not know ports. */
export function newVisitor(cookies = new Map<string, string>()): Visitor {
  const keep = (headers: Headers): void => {
    for (const line of headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      if (value === '' || /max-age=0(;|$)|expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
  };
  const ask = async (
    url: string,
    { method = 'GET', headers = {}, body }: VisitOptions,
  ): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      method,
      headers: { ...(cookie === '' ? {} : { cookie }), ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
    });
    keep(response.headers);
    return response;
  };
  const open: Visitor['open'] = async (first, options = {}) => {
    let [url, next] = [first, options];
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      const response = await ask(url, next);
      const location = response.headers.get('location');
      if (location === null || options.follows === false)
        return { url, status: response.status, headers: response.headers, text: await response.text() };
      await response.body?.cancel();
      url = new URL(location, url).href;
      next = {};
    }
    throw new Error(`${first} redirects without end.`);
  };
  return {
    cookies,
    open,
    submit: (page, fields) =>
      open(page.url, {
        method: 'POST',
        headers: {
          origin: new URL(page.url).origin,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams(fields).toString(),
      }),
  };
}
