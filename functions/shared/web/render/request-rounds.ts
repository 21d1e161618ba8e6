import { hash } from 'node:crypto';

import type { Protocol } from 'puppeteer-core';

/** A page that asks a question again after so many answers is polling. */
const pollingAnswers = 3;
/** A page that has asked one address in this many rounds, always with another query, polls too; lists are loaded page by page. */
const pollingRounds = 10;

/** A time in seconds or milliseconds, or a random number: it makes a URL new for caches and asks nothing else. */
const oneTimeValue = /=(?:1\d{9}(?:\d{3})?|0\.\d{6,})(?=[&#]|$)/g;
/** Socket.IO and SignalR name the requests that they keep open until there is news. */
const longPolling = /[?&]transport=(?:polling|longPolling)\b/i;

/** A request among those that ask the same. */
export interface AskedRequest {
  /** The same for requests with one method, URL and body. */
  readonly question: string;
  /** The same for requests that differ in their query only. */
  readonly address: string;
  /** Number of the round of its address, from 1. Requests that are open together are in one round; an answer begins the next. */
  readonly round: number;
  /** Earlier answers to its question. */
  readonly answers: number;
  readonly isPolling: boolean;
  /** When the oldest open request with its question began, on the scale of `performance.now()`. */
  readonly sinceMs: number;
}

/** Tells the requests of a document that ask again and again from those that content may depend on. */
export interface RequestRounds {
  readonly begin: (request: Protocol.Network.Request) => AskedRequest;
  /** A request that failed, was given up or redirected has no answer. */
  readonly end: (asked: AskedRequest, isAnswered: boolean) => void;
  /** For a new document. */
  readonly clear: () => void;
}

// Digests, because a page may ask with megabytes.
const digest = (text: string): string => hash('sha1', text);

function questionOf({ method, url, postDataEntries = [] }: Protocol.Network.Request): string {
  const body = postDataEntries.map(({ bytes = '' }) => bytes).join();
  return digest([method, url.replaceAll(oneTimeValue, '='), body].join('\n'));
}

export function createRequestRounds(): RequestRounds {
  /** By question. */
  const answersTo = new Map<string, number>();
  /** By address: the latest round that has an answer. */
  const answeredRounds = new Map<string, number>();
  /** By question: how many are open, and since when the first of them. */
  const openRequests = new Map<string, { readonly count: number; readonly sinceMs: number }>();

  return {
    begin: (request) => {
      const question = questionOf(request);
      const address = digest(request.url.replace(/[?#].*$/s, ''));
      const answers = answersTo.get(question) ?? 0;
      const round = (answeredRounds.get(address) ?? 0) + 1;
      const { count, sinceMs } = openRequests.get(question) ?? { count: 0, sinceMs: performance.now() };
      openRequests.set(question, { count: count + 1, sinceMs });
      const isPolling = answers >= pollingAnswers || round > pollingRounds || longPolling.test(request.url);
      return { question, address, round, answers, isPolling, sinceMs };
    },
    end: ({ question, address, round }, isAnswered) => {
      const { count, sinceMs } = openRequests.get(question) ?? { count: 1, sinceMs: 0 };
      if (count > 1) openRequests.set(question, { count: count - 1, sinceMs });
      else openRequests.delete(question);
      if (!isAnswered) return;
      answersTo.set(question, (answersTo.get(question) ?? 0) + 1);
      answeredRounds.set(address, Math.max(answeredRounds.get(address) ?? 0, round));
    },
    clear: () => {
      answersTo.clear();
      answeredRounds.clear();
      openRequests.clear();
    },
  };
}
