import type { AccountState, Crawl, Key } from './account-state.ts';

export interface Asked {
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly accept: string;
}

export type Answer =
  | { readonly data: unknown }
  | { readonly lines: string }
  | { readonly refused: number; readonly code: string; readonly error: string };

type Handler = (state: AccountState, asked: Asked) => Answer;

export const refusal = (code: string, error: string) => ({
  success: false,
  url: '',
  error,
  code,
  source: 'local',
  processingTime: 1,
});

const notFound = (what: string): Answer => ({
  refused: 404,
  code: 'NOT_FOUND',
  error: `There is no ${what}.`,
});
const nothing: Answer = { data: {} };

let made = 0;
const secretOf = (id: string) => `wnk_${id.padEnd(43, '0')}`;

function addKey(state: AccountState, terms: Partial<Key> & Pick<Key, 'name'>): Answer {
  if (terms.name.trim() === '')
    return {
      refused: 400,
      code: 'INVALID_REQUEST',
      error: 'name: must have 1 to 100 characters and no control characters',
    };
  made += 1;
  const id = `key_new${made}`;
  const key: Key = {
    environment: 'production',
    state: 'active',
    usedThisMonth: 0,
    createdAt: new Date().toISOString(),
    id,
    preview: secretOf(id).slice(0, 10),
    ...terms,
  };
  state.keys.push(key);
  return { data: { key, secret: secretOf(id), webhookSecret: `whsec_${id}` } };
}

/** Changes one key of the account. */
const withKey =
  (change: (key: Key, state: AccountState, asked: Asked) => Answer): Handler =>
  (state, asked) => {
    const key = state.keys.find(({ id }) => id === asked.parameters['id']);
    return key === undefined ? notFound(`key ${asked.parameters['id']}`) : change(key, state, asked);
  };

const withCrawl =
  (read: (crawl: Crawl, asked: Asked) => Answer): Handler =>
  (state, asked) => {
    const crawl = state.crawls.find(({ listed }) => listed.id === asked.parameters['id']);
    return crawl === undefined ? notFound(`crawl ${asked.parameters['id']}`) : read(crawl, asked);
  };

const usage: Handler = (state, { query }) => {
  const month = query.get('month') ?? new Date().toISOString().slice(0, 7);
  const days = state.days.filter(({ day }) => day.startsWith(month));
  const used = days.reduce((total, { requests }) => total + requests, 0);
  const allowance = state.account.plan.monthlyRequests;
  return {
    data: {
      month,
      allowance,
      used,
      reserved: 0,
      remaining: allowance === null ? null : Math.max(0, allowance - used),
      inFlight: 1,
      requestsAtOnce: state.account.plan.requestsAtOnce,
      operations: {},
      days,
      keyNames: Object.fromEntries(state.keys.map(({ id, name }) => [id, name])),
    },
  };
};

const pageOf = <T>(rows: readonly T[], query: URLSearchParams, fallback: number) => {
  const start = Number(query.get('cursor') ?? 0);
  const end = start + Number(query.get('limit') ?? fallback);
  return { rows: rows.slice(start, end), ...(end < rows.length ? { cursor: String(end) } : {}) };
};

const crawlPages = (crawl: Crawl) => ({
  pages: [],
  total: crawl.listed.total,
  completed: crawl.listed.completed,
  status: crawl.listed.status,
});

const records: Readonly<Record<string, Handler>> = {
  'GET /account/api/usage': usage,
  'GET /account/api/requests': (state, { query }) => {
    const { rows, ...next } = pageOf(state.requests, query, 50);
    return { data: { requests: rows, ...next } };
  },
  'GET /account/api/deliveries': (state, { query }) => {
    const { rows, ...next } = pageOf(state.deliveries, query, 50);
    return { data: { deliveries: rows, ...next } };
  },
  'POST /account/api/deliveries/{crawlId}/{sequence}/replay': (state, { parameters }) => {
    const index = state.deliveries.findIndex(
      ({ crawlId, sequence }) =>
        crawlId === parameters['crawlId'] && String(sequence) === parameters['sequence'],
    );
    const delivery = state.deliveries[index];
    if (delivery === undefined) return notFound('such event');
    state.deliveries[index] = { ...delivery, state: 'pending' };
    return nothing;
  },
  'GET /api/v1/crawls': (state) => ({ data: { crawls: state.crawls.map(({ listed }) => listed) } }),
  'GET /api/v1/crawl/{id}': withCrawl((crawl, { accept }) =>
    accept === 'application/x-ndjson'
      ? { lines: `${JSON.stringify({ url: crawl.listed.url })}\n` }
      : {
          data: {
            ...crawlPages(crawl),
            id: crawl.listed.id,
            failed: crawl.coverage.failed,
            skipped: 0,
            coverage: crawl.coverage,
            expiresAt: crawl.listed.expiresAt,
          },
        },
  ),
  'GET /api/v1/crawl/{id}/errors': withCrawl(({ errors }) => ({ data: { errors } })),
  'DELETE /api/v1/crawl/{id}': withCrawl((crawl) => {
    crawl.listed = { ...crawl.listed, status: 'failed' };
    return { data: { ...crawlPages(crawl), id: crawl.listed.id } };
  }),
};

const jsonOf = (texts: readonly string[]) => ({
  results: texts.map((text) => ({ [text]: text, name: text })),
  metadata: {
    sources: texts.map((quote, index) => ({ path: `/results/${index}/name`, url: quote, quote })),
  },
});

const operations: Readonly<Record<string, Handler>> = {
  'POST /api/v1/scrape': ({ scraped: { markdown, texts } }) => ({
    data: {
      markdown,
      html: texts.join('\n'),
      links: [...texts],
      json: jsonOf(texts),
      metadata: { statusCode: 200, loadTime: 1, sourceURL: texts[0] ?? '', requestedURL: texts[0] ?? '' },
    },
  }),
  'POST /api/v1/extract': ({ scraped: { texts } }) => ({ data: { json: jsonOf(texts) } }),
};

export const handlers: Readonly<Record<string, Handler>> = {
  ...records,
  ...operations,
  'GET /account/api/me': (state) => ({ data: state.account }),
  'DELETE /account/api/me': (state, { body }) => {
    if ((body as { email: string }).email !== state.account.email)
      return { refused: 400, code: 'INVALID_REQUEST', error: 'email: is not the address of this account' };
    state.isSignedIn = false;
    return { data: { deletedBy: new Date(Date.now() + 3_600_000).toISOString() } };
  },
  'GET /account/api/keys': (state) => ({ data: { keys: state.keys } }),
  'POST /account/api/keys': (state, { body }) => addKey(state, body as Partial<Key> & Pick<Key, 'name'>),
  'PATCH /account/api/keys/{id}': withKey((key, _state, { body }) => {
    key.name = (body as { name: string }).name;
    return { data: { key } };
  }),
  'DELETE /account/api/keys/{id}': withKey((key) => {
    key.state = 'revoked';
    return { data: { key } };
  }),
  'POST /account/api/keys/{id}/rotation': withKey((key, state, { body }) => {
    const { graceHours } = body as { graceHours: number };
    const { name, environment, operations } = key;
    const answer = addKey(state, { name, environment, ...(operations === undefined ? {} : { operations }) });
    key.rotatedTo = state.keys.at(-1)!.id;
    key.validUntil = new Date(Date.now() + graceHours * 3_600_000).toISOString();
    return answer;
  }),
  'POST /account/api/keys/{id}/webhook-secret': withKey((key) => ({
    data: { webhookSecret: `whsec_of_${key.id}` },
  })),
  'POST /account/api/session-key': () => ({
    data: { secret: secretOf('session'), validUntil: new Date(Date.now() + 3_600_000).toISOString() },
  }),
  'GET /account/api/authorization': ({ asking: { redirectTo: _redirectTo, ...asked } }, { query }) =>
    query.has('client_id')
      ? { data: asked }
      : { refused: 400, code: 'INVALID_REQUEST', error: 'client_id: must be a string' },
  'POST /account/api/authorization': ({ asking: { redirectTo } }, { body }) => ({
    data: { redirectTo: `${redirectTo}?isAllowed=${String((body as { isAllowed: boolean }).isAllowed)}` },
  }),
  'DELETE /account/api/sessions': (state) => {
    state.isSignedIn = false;
    return nothing;
  },
  'POST /account/sign-out': (state) => {
    state.isSignedIn = false;
    return { data: { url: '/account' } };
  },
};
