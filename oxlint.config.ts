import { defineConfig, type OxlintOverride } from 'oxlint';

/**
 * The ladder of `functions/shared`: a module imports only modules of a lower rank, by its `#shared/` name.
 * docs/architecture.md draws this table; every folder must appear in it (test/architecture.test.ts).
 */
export const ranks: readonly (readonly string[])[] = [
  ['kernel'],
  ['contract', 'urls', 'typed-values'],
  ['content', 'plans', 'egress', 'llm'],
  ['fetching', 'analysing'],
  [
    'robots',
    'sitemaps',
    'rendering',
    'page-store',
    'keys',
    'usage',
    'idempotency',
    'crawls',
    'webhooks',
    'web-search',
    'embedded-extracting',
    'conversion',
  ],
  ['scraping'],
  ['crawling', 'extracting'],
  ['http'],
];

/** Packages that only one room may touch, so that replacing one is a change in one room. */
const packageHomes: Readonly<Record<string, readonly string[]>> = {
  openai: ['llm'],
  'puppeteer-core': ['rendering'],
  '@sparticuz/chromium': ['rendering'],
  '@middy/**': ['http'],
  '@middy/core': ['http'],
  cheerio: ['content'],
  'cheerio/**': ['content'],
  htmlparser2: ['content', 'sitemaps'],
  parse5: ['content'],
  'eld/**': ['content'],
  'node:http': ['egress', 'fetching'],
  'node:https': ['egress'],
  'node:net': ['egress', 'fetching'],
  'node:tls': ['egress'],
};

const cloudPackages = ['aws-cdk-lib', 'aws-cdk-lib/**', 'constructs', 'cdk-nag'];

const fencedPackages = (module: string) => [
  ...cloudPackages,
  ...Object.entries(packageHomes)
    .filter(([, homes]) => !homes.includes(module))
    .map(([name]) => name),
];

interface RestrictedPattern {
  readonly group: string[];
  readonly message: string;
}

const restrictImports = (...patterns: RestrictedPattern[]): NonNullable<OxlintOverride['rules']> => ({
  'no-restricted-imports': ['error', { patterns }],
});

const moduleRestrictions = (module: string, rank: number): RestrictedPattern[] => {
  const notBelow = ranks.slice(rank).flat();
  return [
    {
      group: notBelow.filter((name) => name !== module).map((name) => `#shared/${name}/**`),
      message: `'${module}' may import only modules of a lower rank (see oxlint.config.ts).`,
    },
    { group: ['../**'], message: 'A neighbour is reached by its #shared/ name; modules are flat.' },
    {
      group: fencedPackages(module),
      message: 'This package belongs to another room (see oxlint.config.ts).',
    },
  ].filter(({ group }) => group.length > 0);
};

const adapters = (module: string) =>
  ['dynamo', 'sqs', 's3', 'lambda', 'secrets'].map(
    (technology) => `functions/shared/${module}/${technology}-*.ts`,
  );

const noAws: RestrictedPattern = {
  group: ['@aws-sdk/**'],
  message: 'AWS clients live in kernel/aws.ts, kernel/aws-lambda.ts and in adapters named after them.',
};

/** A later override of the same rule replaces the earlier one, so each file class gets its whole list. */
const rankOverrides = ranks.flatMap((modules, rank) =>
  modules.flatMap((module): OxlintOverride[] => {
    const own = moduleRestrictions(module, rank);
    return [
      { files: [`functions/shared/${module}/**/*.ts`], rules: restrictImports(...own, noAws) },
      {
        files:
          module === 'kernel'
            ? ['functions/shared/kernel/aws.ts', 'functions/shared/kernel/aws-lambda.ts']
            : adapters(module),
        rules: restrictImports(...own),
      },
    ];
  }),
);

const sharedExcept = (...allowed: string[]) =>
  ranks
    .flat()
    .filter((name) => !allowed.includes(name))
    .map((name) => `#shared/${name}/**`);

const outsideShared: OxlintOverride[] = [
  {
    files: ['functions/*/*.ts'],
    rules: restrictImports(
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
    files: ['bin/content-training/*.ts', 'bin/explain.ts'],
    rules: restrictImports({
      group: sharedExcept('contract', 'content', 'kernel', 'urls'),
      message: 'Training and explaining look into content only.',
    }),
  },
  {
    files: ['bin/keys.ts', 'bin/key-administration.ts'],
    rules: restrictImports({
      group: sharedExcept('contract', 'keys', 'kernel', 'plans'),
      message: 'Key management needs the key store only.',
    }),
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
    'test/pages',
    'test/pages-main',
    'test/pages-extract',
    'test/html5lib',
    'test/sites',
  ],
  rules: {
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'import/no-unassigned-import': 'off',
    // fast-check is used as `fc`, as its own documentation does.
    'import/no-named-as-default-member': 'off',
    'import/no-named-as-default': 'off',
    'node/no-process-env': 'error',
    'no-restricted-globals': [
      'error',
      { name: 'fetch', message: 'Pages are opened through #shared/egress.' },
    ],
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
        'test/contracts/emulators.ts',
        'test/e2e/service.ts',
        'test/rendering/browser-setup.ts',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
    // A construct is made for its side effect on the scope.
    { files: ['lib/**/*.ts', 'test/**/*.ts'], rules: { 'no-new': 'off' } },
    { files: ['bin/**/*.ts', 'lib/local/**/*.ts', 'test/bench/**/*.ts'], rules: { 'no-console': 'off' } },
    {
      files: ['test/**/*.ts', 'lib/local/**/*.ts', 'bin/**/*.ts'],
      rules: { 'no-restricted-globals': 'off' },
    },
    { files: ['test/**/*.ts'], rules: { 'typescript/no-non-null-assertion': 'off' } },
    // Template assertions of aws-cdk-lib throw by themselves.
    { files: ['test/stack/*.test.ts'], rules: { 'vitest/expect-expect': 'off' } },
  ],
});
