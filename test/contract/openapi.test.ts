import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { openApi } from '#shared/contract/openapi.ts';

test('docs/openapi.json is what the route table says; npm run openapi writes it', () => {
  const written: unknown = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));

  expect(written).toEqual(JSON.parse(JSON.stringify(openApi())));
});
