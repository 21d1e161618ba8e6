import './need-node-24.mjs';

import { writeFileSync } from 'node:fs';

import { openApi } from '#shared/contract/openapi.ts';

/** JSON with its innermost objects and lists on one line where they are short: people read this document too. */
const format = (document: object): string =>
  JSON.stringify(document, null, 2).replaceAll(
    /([{[])\s+([^{}[\]]{1,100}?)\s+([}\]])/g,
    (_, open: string, inner: string, close: string) => {
      const padding = open === '{' ? ' ' : '';
      return open + padding + inner.replaceAll(/\n\s+/g, ' ') + padding + close;
    },
  );

writeFileSync(new URL('../docs/openapi.json', import.meta.url), `${format(openApi())}\n`);
