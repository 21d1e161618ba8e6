import './need-node-24.mjs';

import { readFileSync, writeFileSync } from 'node:fs';

import { errorsMarkdown } from '#shared/contract/error-notes.ts';
import { openApi } from '#shared/contract/openapi.ts';
import { clientTypes } from '../lib/client-types.ts';

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

writeFileSync(new URL('../clients/typescript/src/contract.ts', import.meta.url), clientTypes());

const guide = new URL('../docs/api.md', import.meta.url);
const text = readFileSync(guide, 'utf8');
const heading = '## Errors\n\n';
writeFileSync(guide, `${text.slice(0, text.indexOf(heading))}${heading}${errorsMarkdown()}\n`);
