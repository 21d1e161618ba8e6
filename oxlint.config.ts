import { defineConfig, type OxlintOverride } from 'oxlint';

/**
 * The ladder of `functions/shared`: a room imports only rooms of a lower rank, by their `#shared/` name. A room is a
 * folder with files in it; the files directly in a wing are the room of its name. docs/architecture.md draws this
 * table, and every room must appear in it (test/architecture.test.ts).
 */
export const ranks: readonly (readonly string[])[] = [
  ['kernel'],
  ['contract', 'storage', 'web/urls', 'values'],
  ['llm', 'accounts/idempotency', 'web/egress', 'web/sitemaps', 'content/dom'],
  [
    'accounts/keys',
    'accounts/plans',
    'accounts/usage',
    'crawl/ledger',
    'search/answer',
    'web/fetch',
    'web/render',
    'content/html',
    'content/main-content',
    'content/threads',
  ],
  ['accounts/management', 'accounts/sessions', 'web/robots', 'content/page', 'search/providers'],
  [
    'accounts/authorization',
    'deletion',
    'crawl/frontier',
    'crawl/pace',
    'crawl/webhooks',
    'scrape/verdict',
    'content/metadata',
    'content/normalise',
  ],
  ['crawl/lifecycle', 'content/markdown', 'content/formats'],
  ['extract/embedded', 'content/documents'],
  ['extract/task', 'content'],
  ['extract/evidence', 'scrape/conversion'],
  ['extract/model'],
  ['scrape'],
  ['extract', 'map'],
  ['crawl/worker', 'search'],
  ['http'],
  ['account-api', 'oauth', 'operations', 'site', 'sign-in'],
  ['firecrawl', 'mcp'],
];

const rooms = ranks.flat();

/** The files of a wing that other wings may import. Wings without an entry are open. */
export const doors: Readonly<Record<string, readonly string[]>> = {
  content: [
    'page/page-kind.ts',
    'page/parse-page.ts',
    'page-content.ts',
    'formats/page-lines.ts',
    'markdown/plain-text.ts',
    'dom/selectors.ts',
    'html/parse-html.ts',
  ],
};

/** Packages that only these rooms may touch, so that replacing one is a change in few places. */
export const packageHomes: Readonly<Record<string, readonly string[]>> = {
  openai: ['llm'],
  'puppeteer-core': ['web/render'],
  '@sparticuz/chromium': ['web/render'],
  '@middy/**': ['http'],
  '@middy/core': ['http'],
  cheerio: ['content'],
  'cheerio/**': ['content'],
  htmlparser2: ['content', 'web/sitemaps'],
  domhandler: ['content', 'scrape/verdict', 'search/providers'],
  'eld/**': ['content'],
  diff: ['scrape'],
  fflate: ['content'],
  unpdf: ['content'],
  ajv: ['extract/task'],
  'ajv-formats': ['extract/task'],
  re2js: ['extract/task', 'web/urls'],
  tldts: ['web/urls'],
  '@modelcontextprotocol/**': ['mcp'],
  'openid-client': ['sign-in'],
  jose: ['sign-in'],
  'node:http': ['web/egress', 'web/fetch'],
  'node:https': ['web/egress'],
  'node:net': ['web/egress', 'web/fetch'],
  'node:tls': ['web/egress'],
};

const cloudPackages = ['aws-cdk-lib', 'aws-cdk-lib/**', 'constructs', 'cdk-nag'];

const wingOf = (room: string): string => room.split('/', 1)[0] ?? room;

const fencedPackages = (room: string) => [
  ...cloudPackages,
  ...Object.entries(packageHomes)
    .filter(([, homes]) => !homes.includes(room) && !homes.includes(wingOf(room)))
    .map(([name]) => name),
];

interface RestrictedPattern {
  readonly group: string[];
  readonly message: string;
}

const restrictImports = (...patterns: RestrictedPattern[]): NonNullable<OxlintOverride['rules']> => ({
  'no-restricted-imports': ['error', { patterns }],
});

/** What names the files of a room: those directly in its folder when the folder holds further rooms. */
const filesOf = (room: string): string =>
  rooms.some((other) => other.startsWith(`${room}/`)) ? `${room}/*.ts` : `${room}/**`;

const behindDoors = (wing: string): RestrictedPattern[] =>
  Object.entries(doors)
    .filter(([name]) => name !== wing)
    .map(([name, open]) => ({
      group: [`#shared/${name}/**`, ...open.map((file) => `!#shared/${name}/${file}`)],
      message: `'${name}' is entered by its doors only (see oxlint.config.ts).`,
    }));

const roomRestrictions = (room: string, rank: number): RestrictedPattern[] => {
  const notBelow = ranks.slice(rank).flat();
  return [
    {
      group: notBelow.filter((name) => name !== room).map((name) => `#shared/${filesOf(name)}`),
      message: `'${room}' may import only rooms of a lower rank (see oxlint.config.ts).`,
    },
    { group: ['../**'], message: 'Another room is reached by its #shared/ name.' },
    ...behindDoors(wingOf(room)),
    {
      group: fencedPackages(room),
      message: 'This package belongs to another room (see oxlint.config.ts).',
    },
  ].filter(({ group }) => group.length > 0);
};

const adapters = (room: string) =>
  ['dynamo', 'sqs', 's3', 'lambda', 'secrets', 'cognito'].map(
    (technology) => `functions/shared/${room}/${technology}-*.ts`,
  );

const noAws: RestrictedPattern = {
  group: ['@aws-sdk/**'],
  message: 'AWS clients live in kernel/aws.ts, kernel/aws-*.ts and in adapters named after them.',
};

/** A later override of the same rule replaces the earlier one, so each file class gets its whole list. */
const rankOverrides = ranks.flatMap((sameRank, rank) =>
  sameRank.flatMap((room): OxlintOverride[] => {
    const own = roomRestrictions(room, rank);
    return [
      { files: [`functions/shared/${filesOf(room)}`], rules: restrictImports(...own, noAws) },
      {
        files:
          room === 'kernel'
            ? ['functions/shared/kernel/aws.ts', 'functions/shared/kernel/aws-*.ts', ...adapters(room)]
            : adapters(room),
        rules: restrictImports(...own),
      },
    ];
  }),
);

const sharedExcept = (...allowed: string[]) =>
  rooms
    .filter((room) => !allowed.includes(room) && !allowed.includes(wingOf(room)))
    .map((room) => `#shared/${filesOf(room)}`);

const outsideShared: OxlintOverride[] = [
  {
    files: ['functions/*/*.ts'],
    rules: restrictImports(
      ...behindDoors('functions'),
      { group: ['../**'], message: 'A function imports its own folder and #shared/ only.' },
      { group: fencedPackages('functions'), message: 'This package belongs to a room of functions/shared.' },
      noAws,
    ),
  },
  {
    files: ['lib/**/*.ts', 'bin/**/*.ts'],
    rules: restrictImports(
      {
        group: sharedExcept('contract'),
        message: 'The stack and the commands know functions by their contract only.',
      },
      { group: ['**/functions/**'], message: 'The stack names functions by path, it does not import them.' },
    ),
  },
  {
    files: ['lib/local/**/*.ts'],
    rules: restrictImports({
      group: ['#shared/**', '**/functions/**'],
      message: 'The runner knows the protocols of AWS and nothing of ours.',
    }),
  },
  {
    files: ['lib/training/**/*.ts', 'lib/commands/explain-page.ts'],
    rules: restrictImports({
      group: sharedExcept('contract', 'content', 'kernel', 'web/urls', 'scrape/verdict'),
      message: 'Training and explaining look into content and verdicts only.',
    }),
  },
  {
    files: ['lib/settings.ts'],
    rules: restrictImports({
      group: sharedExcept('contract', 'accounts/plans'),
      message: 'Settings need the plans, to check what an operator changes of them.',
    }),
  },
  {
    files: ['lib/commands/account-deletion.ts'],
    rules: restrictImports({
      group: sharedExcept('deletion', 'contract', 'accounts', 'crawl/ledger', 'storage', 'kernel'),
      message: 'Deletion needs what is stored, not what stores it.',
    }),
  },
  {
    files: ['lib/commands/{key-administration,key-commands,key-options}.ts'],
    rules: restrictImports({
      group: sharedExcept('contract', 'accounts', 'kernel'),
      message: 'Key management needs the key store only.',
    }),
  },
];

/** The page of the account runs in a browser: it knows the contract as types, and none of the code around it. */
const browserPage: OxlintOverride[] = [
  {
    files: ['lib/account-page/**/*.{ts,tsx}'],
    plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'react', 'jsx-a11y'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['#shared/contract/**', '!#shared/contract/account-views.ts', 'zod'],
              allowTypeImports: true,
              message:
                'The page knows the contract as types and the names of views: no schema is sent to the browser.',
            },
            {
              group: [
                ...rooms.filter((room) => room !== 'contract').map((room) => `#shared/${filesOf(room)}`),
              ],
              message: 'The page knows the service by its contract only.',
            },
            { group: ['node:*', 'vite', ...cloudPackages], message: 'The page runs in a browser.' },
          ],
        },
      ],
      'react/react-in-jsx-scope': 'off',
      'react/no-unknown-property': 'off',
      'react/jsx-filename-extension': 'off',
      // Preact puts cells and parts into tables, where they need no keys.
      'react/jsx-key': 'off',
      // References of hooks are changed in effects.
      'react/immutability': 'off',
      // A drawing is no <img>, a meter of parts no <meter>, and a paragraph that changes no <output>.
      'jsx-a11y/prefer-tag-over-role': 'off',
      // What scrolls takes the focus, so that the keyboard can scroll it (WCAG 2.1.1).
      'jsx-a11y/no-noninteractive-tabindex': 'off',
    },
  },
  {
    files: ['lib/account-page/api/{client,run-operation}.ts'],
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    files: ['lib/account-page/clock.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
];

const noService: RestrictedPattern = {
  group: ['#shared/**', '**/functions/**', '**/lib/**'],
  message: 'The client is published alone: it knows the contract by its generated types.',
};

/** The client runs on Node, Deno, Bun and at the edge: only its command line knows Node. */
const clients: OxlintOverride[] = [
  {
    files: ['clients/typescript/src/**/*.ts'],
    rules: {
      ...restrictImports(noService, { group: ['node:*'], message: 'The client runs at the edge too.' }),
      'no-restricted-globals': [
        'error',
        ...['process', 'Buffer'].map((name) => ({ name, message: 'The client runs at the edge too.' })),
      ],
      'no-restricted-properties': 'off',
    },
  },
  {
    files: ['clients/typescript/src/cli/**/*.ts'],
    rules: { ...restrictImports(noService), 'no-restricted-globals': 'off', 'node/no-process-env': 'off' },
  },
];

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'node', 'promise', 'vitest'],
  options: { typeAware: true },
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  ignorePatterns: [
    'cdk.out',
    '.winnow',
    '.bundles',
    'test/fixtures',
    'clients/typescript/dist',
    // Its packages are installed for benches only, and without their types nothing can be said of it.
    'test/bench/peers',
  ],
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'import/no-unassigned-import': 'off',
    // fast-check is used as `fc`, as its own documentation does.
    'import/no-named-as-default-member': 'off',
    'import/no-named-as-default': 'off',
    'node/no-process-env': 'error',
    'no-restricted-globals': ['error', { name: 'fetch', message: 'Pages are fetched by #shared/web/fetch.' }],
    'no-restricted-properties': [
      'error',
      { object: 'Date', property: 'now', message: 'Time is a value: take a Clock.' },
    ],
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/consistent-type-imports': 'error',
    'no-empty': ['error', { allowEmptyCatch: false }],
    'no-console': 'error',
    eqeqeq: 'error',
    'prefer-const': 'error',
    'no-var': 'error',
    // Pages, links and queue batches are walked in order on purpose; Promise.all would break politeness and memory bounds.
    'no-await-in-loop': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-useless-spread': 'off',
    'unicorn/prefer-add-event-listener': 'off',
    // Messages go between threads, which have no origin.
    'unicorn/require-post-message-target-origin': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'promise/always-return': 'off',
    'no-shadow': 'off',
    // Values are readonly: a changed copy is the point.
    'oxc/no-map-spread': 'off',
    // Header values, queries and page text are defined by the control characters they may not have.
    'no-control-regex': 'off',
    'vitest/no-restricted-vi-methods': [
      'error',
      {
        mock: 'A fake is a working small implementation, not a mock.',
        doMock: 'A fake is a working small implementation, not a mock.',
      },
    ],
    'vitest/require-mock-type-parameters': 'off',
  },
  overrides: [
    ...rankOverrides,
    ...outsideShared,
    ...browserPage,
    ...clients,
    {
      files: [
        'functions/shared/kernel/config.ts',
        'lib/**/*.ts',
        'bin/**/*.ts',
        '*.config.ts',
        'test/**/*.{ts,mjs}',
      ],
      rules: { 'node/no-process-env': 'off' },
    },
    // The model's endpoint is the operator's word, private or not.
    { files: ['functions/shared/llm/bounded-fetch.ts'], rules: { 'no-restricted-globals': 'off' } },
    {
      files: ['functions/shared/kernel/clock.ts', 'lib/local/**/*.ts', 'bin/**/*.ts', 'test/**/*.ts'],
      rules: { 'no-restricted-properties': 'off' },
    },
    {
      files: [
        '*.config.ts',
        'test/ports/emulators.ts',
        'test/e2e/service.ts',
        'test/web/render/browser-setup.ts',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
    // A construct is made for its side effect on the scope.
    { files: ['lib/**/*.ts', 'test/**/*.ts'], rules: { 'no-new': 'off' } },
    {
      files: ['bin/**/*.ts', 'lib/{local,commands}/**/*.ts', 'test/bench/**/*.ts'],
      rules: { 'no-console': 'off' },
    },
    {
      files: ['test/**/*.ts', 'lib/{local,commands}/**/*.ts', 'bin/**/*.ts'],
      rules: { 'no-restricted-globals': 'off' },
    },
    { files: ['test/**/*.ts'], rules: { 'typescript/no-non-null-assertion': 'off' } },
    // Template assertions of aws-cdk-lib throw by themselves.
    { files: ['test/stack/*.test.ts'], rules: { 'vitest/expect-expect': 'off' } },
  ],
});
