import { setTimeout } from 'node:timers/promises';

import { reasonOf } from './failed-request.ts';

export interface DoctorOptions {
  /** URL of the deployment, without a path. */
  readonly base: string;
  /** An API key of a plan with all operations, or with some. */
  readonly key: string;
  /** A page that the deployment may open. By default its own documentation, or example.com for a service on this machine. */
  readonly page?: string | undefined;
  /** Milliseconds after which a crawl of two pages should have ended. */
  readonly maxCrawlMs?: number | undefined;
}

export interface Finding {
  readonly what: string;
  readonly state: 'works' | 'broken' | 'left out';
  /** What was seen, or what is wrong and where to look. */
  readonly detail: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly success?: boolean;
    readonly code?: string;
    readonly error?: string;
    readonly warning?: string;
    readonly id?: string;
    readonly source?: string;
    readonly data?: Readonly<Record<string, unknown>>;
  } & Readonly<Record<string, unknown>>;
}

/** A check could not be made, for a reason that is no fault of the deployment. */
class LeftOut extends Error {}

const maxAnswerMs = 90_000;
const crawlPollMs = 1_000;
const crawlMs = 120_000;

/** Loopback addresses are closed to scrapes, also to those of a service that listens there. */
const isOnThisMachine = (base: string): boolean =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(base).hostname);

interface Deployment {
  readonly base: string;
  readonly page: string;
  readonly maxCrawlMs: number;
  readonly ask: (method: string, path: string, body?: object, key?: string) => Promise<Answer>;
}

function deploymentOf({ base, key, page, maxCrawlMs = crawlMs }: DoctorOptions): Deployment {
  const root = base.replace(/\/+$/, '');
  return {
    base: root,
    page: page ?? (isOnThisMachine(root) ? 'https://example.com/' : `${root}/docs`),
    maxCrawlMs,
    ask: async (method, path, body, withKey = key) => {
      const response = await fetch(root + path, {
        method,
        headers: {
          accept: 'application/json',
          ...(withKey === '' ? {} : { 'x-api-key': withKey }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(maxAnswerMs),
      }).catch((error: Error) => {
        throw new Error(`${root} does not answer (${reasonOf(error)}).`, { cause: error });
      });
      const text = await response.text();
      const isJson = (response.headers.get('content-type') ?? '').includes('json');
      return {
        status: response.status,
        headers: response.headers,
        body: isJson ? (JSON.parse(text) as Answer['body']) : {},
      };
    },
  };
}

const told = ({ status, body: { code, error } }: Answer): string =>
  [`HTTP ${status}`, code, error?.replace(/\.$/, '')].filter((part) => part !== undefined).join(', ');

function require(isRight: boolean, problem: string): void {
  if (!isRight) throw new Error(problem);
}

/** The settings of secrets, by what answers say about those that cannot be read. */
const unreadSecrets: Readonly<Record<string, string>> = {
  'read the key of its model': 'LLM_SECRET_ARN',
  'read the list of its upstream proxies': 'PROXY_URLS_SECRET_ARN',
};

/** Where to look for the cause of a failed answer; `likely` where the answer itself says nothing. */
function whereToLook({ status, body: { code, error = '' } }: Answer, likely: string): string {
  if (code === 'FORBIDDEN_TARGET') return 'Name a public page with --page, or one that EGRESS_ALLOW names.';
  if (status === 502)
    return 'The function did not start, or it crashed: its log names the variable that is wrong or the error.';
  const unread = Object.keys(unreadSecrets).find((part) => error.includes(part));
  if (unread === undefined) return likely;
  return `${unreadSecrets[unread]} names a secret that is missing, is empty, or may not be read (SECRETS_KMS_KEY_ARN); the log of the function says which.`;
}

/** The data of an operation that must succeed. */
function dataOf(answer: Answer, likely: string): Readonly<Record<string, unknown>> {
  const { status, body } = answer;
  if (body.code === 'PLAN_FORBIDS') throw new LeftOut('the plan of this key does not include it');
  if (body.code === 'QUOTA_EXCEEDED') throw new LeftOut('the allowance of this key is used up');
  require(status === 200 && body.success === true, `${told(answer)}. ${whereToLook(answer, likely)}`);
  return body.data ?? {};
}

type Check = (deployment: Deployment) => Promise<string>;

const documents: Check = async ({ base, ask }) => {
  const answer = await ask('GET', '/openapi.json', undefined, '');
  require(answer.status === 200, `${told(answer)}. Is this the URL that the deployment printed (BaseUrl)?`);
  const [server] = (answer.body['servers'] ?? []) as readonly { readonly url: string }[];
  require(server?.url ===
    base, `openapi.json names ${server?.url}: a proxy in front changes the Host header.`);
  return 'openapi.json names this deployment';
};

const refusal: Check = async ({ ask }) => {
  const without = await ask('POST', '/api/v1/scrape', { url: 'https://example.com' }, '');
  require(without.status === 401, `${told(without)} without a key. Requests must be refused with 401.`);
  const wrong = await ask('DELETE', '/api/v1/scrape');
  require(wrong.status === 405, `${told(wrong)} for DELETE. The routes are not those of the contract.`);
  return 'requests without a key are refused';
};

const account: Check = async ({ ask }) => {
  const answer = await ask('GET', '/api/v1/usage');
  require(answer.status !==
    401, 'The key is not valid here. Was it made with the ServiceTableName of this deployment?');
  const { plan, remaining } = dataOf(answer, 'Can the function read the service table?');
  return `plan ${String(plan)}, ${typeof remaining === 'number' ? remaining : 'unlimited'} requests left`;
};

const usedNow = async ({ ask }: Deployment): Promise<number> =>
  Number((await ask('GET', '/api/v1/usage')).body.data?.['used'] ?? 0);

const scrape: Check = async (deployment) => {
  const before = await usedNow(deployment);
  const answer = await deployment.ask('POST', '/api/v1/scrape', { url: deployment.page, maxAge: 0 });
  const { markdown } = dataOf(
    answer,
    `Can the deployment open ${deployment.page}? Name another with --page.`,
  );
  require(typeof markdown === 'string' && markdown !== '', 'The page has no Markdown.');
  const counted = (await usedNow(deployment)) - before;
  require(counted >= 1, 'The request was not counted: usage did not rise.');
  return `${String(markdown).length} characters of Markdown, counted`;
};

const browser: Check = async ({ ask, page }) => {
  const answer = await ask('POST', '/api/v1/scrape', { url: page, formats: ['screenshot'], timeout: 60_000 });
  const { screenshot } = dataOf(answer, 'Is render-page deployed, and has the account a free slot for it?');
  require(String(screenshot).startsWith('iVBORw0KGgo'), 'The screenshot is no PNG.');
  return `a screenshot of ${Math.ceil((String(screenshot).length * 3) / 4 / 1024)} KB`;
};

/** A deployment without proxies reads the page directly. */
const proxies: Check = async ({ ask, page }) => {
  const answer = await ask('POST', '/api/v1/scrape', {
    url: page,
    proxy: 'stealth',
    forceLocal: true,
    maxAge: 0,
  });
  dataOf(answer, 'Do the upstream proxies work (PROXY_URLS_SECRET_ARN)?');
  return 'a page in the stealth profile was read';
};

const crawl: Check = async ({ ask, page, maxCrawlMs }) => {
  const started = await ask('POST', '/api/v1/crawl', { url: page, limit: 2, async: true });
  dataOf(started, 'Can the function write the crawl table and the page queue?');
  const path = `/api/v1/crawl/${String(started.body.id)}`;
  const untilMs = performance.now() + maxCrawlMs;
  for (;;) {
    const data = dataOf(await ask('GET', path), 'The status of a crawl cannot be read.');
    const coverage = data['coverage'] as Readonly<Record<string, number>>;
    if (data['status'] === 'completed') return `${coverage['delivered']} pages delivered`;
    require(data['status'] === 'running', 'The crawl has failed: its errors are at …/errors.');
    if (performance.now() > untilMs) {
      await ask('DELETE', path);
      throw new Error(
        'No page was finished in time: is the event source of the page queue on, and is crawl-page without errors?',
      );
    }
    await setTimeout(crawlPollMs);
  }
};

const search: Check = async ({ ask }) => {
  const answer = await ask('POST', '/api/v1/search', { query: 'example domain', limit: 3 });
  const { total } = dataOf(
    answer,
    'Are the search providers and their secrets right (SEARCH_PROVIDERS, BRAVE_SECRET_ARN)?',
  );
  return `${String(total)} results`;
};

const extract: Check = async ({ ask, page }) => {
  // No page declares it, so that a model is asked where there is one.
  const schema = { type: 'object', properties: { about: { type: 'string' } } };
  const body = { urls: [page], prompt: 'What is this page about, in five words?', schema };
  const answer = await ask('POST', '/api/v1/extract', body);
  const { json } = dataOf(answer, 'Is the model’s endpoint right (LLM_MODEL, OPENAI_BASE_URL)?');
  const { metadata } = json as { readonly metadata?: { readonly processingModel?: string } };
  return `by ${metadata?.processingModel ?? 'a model'}`;
};

const signIn: Check = async ({ ask }) => {
  const page = await ask('GET', '/account', undefined, '');
  if (page.status === 404) throw new LeftOut('the account is turned off (ACCOUNT_PAGE)');
  require(page.status === 200, `${told(page)} for the account page.`);
  const answer = await ask('GET', '/account/sign-in', undefined, '');
  const target = URL.parse(answer.headers.get('location') ?? '');
  require([302, 303].includes(answer.status) &&
    target !== null, `${told(answer)}. Can the function reach the provider?`);
  return `leads to ${target?.host}`;
};

const checks: readonly (readonly [what: string, check: Check])[] = [
  ['documents', documents],
  ['refusal', refusal],
  ['key', account],
  ['scrape', scrape],
  ['browser', browser],
  ['proxies', proxies],
  ['crawl', crawl],
  ['search', search],
  ['extract', extract],
  ['account', signIn],
];

/** Without these, the others say nothing. */
const conditions = new Set(['documents', 'key']);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Checks a deployment from outside, one operation after the other. Costs about seven requests of the key. */
export async function* diagnose(options: DoctorOptions): AsyncGenerator<Finding> {
  const deployment = deploymentOf(options);
  for (const [what, check] of checks)
    try {
      yield { what, state: 'works', detail: await check(deployment) };
    } catch (error) {
      const isLeftOut = error instanceof LeftOut;
      yield { what, state: isLeftOut ? 'left out' : 'broken', detail: messageOf(error) };
      if (!isLeftOut && conditions.has(what)) return;
    }
}
