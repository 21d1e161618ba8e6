import { createPageConverter } from '#shared/scrape/conversion/page-converter.ts';

// First of all: the thread loads while the rest of the function does.
const { convertPage } = createPageConverter();
const { createHandler } = await import('./wiring.ts');

export const handler = createHandler(convertPage);
