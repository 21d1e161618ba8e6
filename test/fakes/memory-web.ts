import { webUrlCandidates } from '#shared/contract/fields.ts';
import { AppError } from '#shared/kernel/errors.ts';

import type { FetchPage, FetchRequest, FetchedPage } from '#shared/web/fetch/fetch-page.ts';
import { createRedirectTrail, redirectLocation } from '#shared/web/fetch/redirects.ts';

/** Text is an HTML page; an error is thrown instead of an answer. */
export type WebAnswer =
  | string
  | Error
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
      /** The server breaks off. */
      readonly truncated?: true;
    };

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly truncated?: true;
}

function answerOf(answer: Exclude<WebAnswer, Error>): Answer {
  const given = typeof answer === 'string' ? { body: answer } : answer;
  const { status = 200, headers = {}, body = '', truncated } = given;
  const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...Object.fromEntries(lowered) },
    body: typeof body === 'string' ? Buffer.from(body) : body,
    ...(truncated === undefined ? {} : { truncated }),
  };
}

const nowhere = (url: URL): AppError =>
  new AppError('DNS_ERROR', `The host name ${url.hostname} could not be resolved.`);

/**
 * A web of these pages, by URL. Other URLs of their origins return 404, other origins do not resolve.
 * Redirects are followed as on the real web; there are no IP addresses, cookies, codings or limits.
 */
export function fakeWeb(pages: Readonly<Record<string, WebAnswer>>): FetchPage {
  const answers = new Map(Object.entries(pages).map(([address, answer]) => [new URL(address).href, answer]));
  const origins = new Set([...answers.keys()].map((address) => new URL(address).origin));

  const ask = (url: URL): Answer => {
    const answer = answers.get(url.href.replace(/#.*/, ''));
    if (answer instanceof Error) throw answer;
    if (answer !== undefined) return answerOf(answer);
    if (!origins.has(url.origin)) throw nowhere(url);
    return answerOf({ status: 404 });
  };

  const visit = (request: FetchRequest, start: URL): FetchedPage => {
    const trail = createRedirectTrail();
    for (let url = start; ;) {
      if (!/^https?:$/.test(url.protocol))
        throw new AppError('FORBIDDEN_TARGET', 'Only http and https URLs can be read.');
      const answer = ask(url);
      const location = redirectLocation(answer.status, answer.headers['location']);
      if (location === undefined)
        return {
          requestedUrl: request.url,
          finalUrl: url.href,
          redirects: trail.visited,
          loadTimeMs: 0,
          ...answer,
        };
      const next = trail.follow(url, location, () => '');
      if (request.stopsBefore?.(next) === true)
        return {
          requestedUrl: request.url,
          finalUrl: url.href,
          redirectTo: next.href,
          redirects: trail.visited,
          loadTimeMs: 0,
          ...answer,
          body: new Uint8Array(),
        };
      url = next;
    }
  };

  return async (request, { signal }) => {
    signal.throwIfAborted();
    const candidates = (webUrlCandidates(request.url) ?? []).map((candidate) => new URL(candidate));
    const start = candidates.find(({ origin }) => origins.has(origin)) ?? candidates[0];
    if (start === undefined) throw new AppError('FORBIDDEN_TARGET', 'Only http and https URLs can be read.');
    return visit(request, start);
  };
}
