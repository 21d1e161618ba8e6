import type { Envelope } from '#shared/contract/envelope.ts';
import { acceptsLines } from './accept.ts';
import type { Arrival, Step } from './chain.ts';
import { linesOf, linesReply } from './reply.ts';

/** Takes entries of an answer's list while the others are being looked for. */
export type SendEntries = (entries: readonly unknown[]) => void;

/** The lines of an answer whose list is sent as it grows. */
export interface GrowingAnswer {
  readonly send: SendEntries;
  /** Resolves to true once there are entries to send, to false when the work ends without any. */
  readonly hasBegun: (work: Promise<unknown>) => Promise<boolean>;
  /** Everything that was sent, and then the last line. */
  readonly lines: (lastLine: Promise<string>) => AsyncIterable<string>;
}

export function growingAnswer(): GrowingAnswer {
  let waiting: string[] = [];
  let more = Promise.withResolvers<void>();

  return {
    send: (entries) => {
      if (entries.length === 0) return;
      waiting.push(linesOf(entries));
      more.resolve();
    },

    hasBegun: async (work) => {
      await Promise.race([more.promise, work.catch(() => undefined)]);
      return waiting.length > 0;
    },

    lines: async function* (lastLine) {
      try {
        let isOver = false;
        const end = lastLine.then(() => {
          isOver = true;
        });
        for (;;) {
          const some = waiting;
          waiting = [];
          more = Promise.withResolvers();
          if (some.length > 0) yield some.join('');
          else if (isOver) break;
          else await Promise.race([more.promise, end]);
        }
        yield await lastLine;
      } finally {
        // A reader who leaves early must not end the function before the request is counted.
        await lastLine;
      }
    },
  };
}

/** Sends the list of a complete answer as lines to those who ask for them, also of an answer that was stored as JSON. */
export const listAsLines = (list: string | undefined): Step<Arrival> => ({
  after: ({ request }, reply) => {
    if (list === undefined || typeof reply.body !== 'string' || !acceptsLines(request.headers['accept']))
      return reply;
    const { headers, body } = linesReply(JSON.parse(reply.body) as Envelope, list);
    return { ...reply, headers: { ...reply.headers, ...headers }, body };
  },
});
