import type { ActionResults } from '#shared/contract/actions.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { ScriptResult } from './run-script.ts';

/** All results of a request together, as they are in the answer. */
const maxBytes = 20_000_000;

/** The results of actions so far. Adding more than fits into an answer throws ACTION_FAILED. */
export interface ActionRecord {
  readonly bytesLeft: () => number;
  readonly addScreenshot: (image: Uint8Array, warnings: readonly string[]) => void;
  readonly addScrape: (page: { readonly url: string; readonly html: string }) => void;
  readonly addValue: (value: ScriptResult) => void;
  readonly addPdf: (file: Uint8Array) => void;
  readonly results: () => ActionResults;
  /** Sentences about the last result. */
  readonly takeWarnings: () => readonly string[];
}

export function createActionRecord(): ActionRecord {
  const results: ActionResults = { screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] };
  let bytes = 0;
  let warnings: readonly string[] = [];
  const fitting = (text: string): string => {
    bytes += Buffer.byteLength(text);
    if (bytes > maxBytes)
      throw new AppError('ACTION_FAILED', `the results of all actions exceed ${maxBytes / 1_000_000} MB.`);
    return text;
  };
  const base64 = (file: Uint8Array): string => fitting(Buffer.from(file).toString('base64'));
  return {
    bytesLeft: () => maxBytes - bytes,
    addScreenshot: (image, about) => {
      results.screenshots.push(base64(image));
      warnings = about;
    },
    addScrape: ({ url, html }) => {
      results.scrapes.push({ url, html: fitting(html) });
    },
    addValue: ({ type, value, isComplete }) => {
      fitting(JSON.stringify(value));
      results.javascriptReturns.push({ type, value });
      if (!isComplete) warnings = ['its value is no JSON of at most 1 MB and 100 levels, and is left out.'];
    },
    addPdf: (file) => {
      results.pdfs.push(base64(file));
    },
    results: () => results,
    takeWarnings: () => {
      const taken = warnings;
      warnings = [];
      return taken;
    },
  };
}
