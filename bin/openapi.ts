import './need-node-24.mjs';

import { writeFileSync } from 'node:fs';

import { openApi } from '#shared/contract/openapi.ts';

writeFileSync(new URL('../docs/openapi.json', import.meta.url), `${JSON.stringify(openApi(), null, 2)}\n`);
