import * as z from 'zod';

import { milliseconds } from './fields.ts';
import { screenshotObject } from './scrape-formats.ts';

const selector = z.string().min(1).max(500);
export const paperFormats = [
  'A0',
  'A1',
  'A2',
  'A3',
  'A4',
  'A5',
  'A6',
  'Letter',
  'Legal',
  'Tabloid',
  'Ledger',
] as const;

/** Waits of one request together, with `waitFor`. */
const maxWaitMs = 60_000;
/** What a wait for an element counts among the waits, however long it takes. */
const elementWaitMs = 1_000;

const wait = z
  .strictObject({
    type: z.literal('wait'),
    milliseconds: milliseconds(1, maxWaitMs).optional(),
    selector: selector.optional(),
  })
  .refine(({ milliseconds: time, selector: element }) => (time === undefined) !== (element === undefined), {
    message: 'needs milliseconds or a selector, and not both',
  });

/** An action in the browser, with the names and fields of Firecrawl. */
const action = z.discriminatedUnion('type', [
  wait,
  z.strictObject({ type: z.literal('click'), selector, all: z.boolean().default(false) }),
  z.strictObject({
    type: z.literal('write'),
    text: z.string().min(1).max(5_000),
    selector: selector.optional(),
  }),
  z.strictObject({ type: z.literal('press'), key: z.string().min(1).max(50) }),
  z.strictObject({
    type: z.literal('scroll'),
    direction: z.enum(['up', 'down']).default('down'),
    selector: selector.optional(),
  }),
  screenshotObject,
  z.strictObject({ type: z.literal('scrape') }),
  z.strictObject({ type: z.literal('executeJavascript'), script: z.string().min(1).max(50_000) }),
  z.strictObject({
    type: z.literal('pdf'),
    landscape: z.boolean().default(false),
    scale: z.number().min(0.1).max(2).default(1),
    format: z.enum(paperFormats).default('Letter'),
  }),
]);
export type Action = z.output<typeof action>;
export type ActionOf<Type extends Action['type']> = Extract<Action, { readonly type: Type }>;

export const actions = z.array(action).max(50);

interface Waiting {
  readonly actions: readonly Action[];
  readonly waitFor: number;
  readonly timeout: number;
}

/** The problem of waits that are too long together; `undefined` without one. */
export function waitProblem({ actions: list, waitFor, timeout }: Waiting): string | undefined {
  const waits = list.map((one) => (one.type === 'wait' ? (one.milliseconds ?? elementWaitMs) : 0));
  const waitedMs = waits.reduce((sum, each) => sum + each, waitFor);
  if (waitedMs > maxWaitMs) return 'must wait at most 60 seconds together with waitFor';
  return waitedMs > waitFor && waitedMs >= timeout
    ? 'must wait for less than timeout, together with waitFor'
    : undefined;
}

/** What actions gave back, each kind in the order of its actions. Pictures and documents are base64. */
export const actionResults = z.object({
  screenshots: z.array(z.string()).meta({ description: 'Base64 PNG, or JPEG with a quality' }),
  scrapes: z.array(z.object({ url: z.string(), html: z.string() })),
  javascriptReturns: z.array(
    z.object({
      type: z.string().meta({ description: '`typeof` of the value, `null` or `array`' }),
      value: z.unknown(),
    }),
  ),
  pdfs: z.array(z.string()).meta({ description: 'Base64 PDF' }),
});
export type ActionResults = z.output<typeof actionResults>;
