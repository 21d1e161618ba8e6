import { isDeepStrictEqual } from 'node:util';
import { resolve } from 'node:path';

import { type CrawlPage, idempotencyHours } from '../contract.ts';
import { isWinnowError } from '../errors.ts';
import { isOutage, type JobOptions, type JobProgress, type PageJob } from '../page-job.ts';
import { exitCodes } from './exit-codes.ts';
import { columns, type Io, oneLine, painter, shownTo, writeLine } from './io.ts';
import { type JobState, readJobState, writeJobState } from './job-folder.ts';
import { listedUrl, pageProblem } from './page-files.ts';
import { type ProgressBar, progressBar } from './progress-bar.ts';

const shownFailures = 5;

export interface JobCommand {
  /** Name of the job in messages. */
  readonly noun: 'crawl' | 'batch';
  readonly baseUrl: string;
  /** Request that starts the job. A folder with an unfinished job of an equal request resumes that job. */
  readonly request: unknown;
  /** The most pages that can come. */
  readonly limit: number | undefined;
  readonly folder: string | undefined;
  /** A job that was started before, and the pages of it that were read. */
  readonly resumed: { readonly id: string; readonly skip: number } | undefined;
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  /** The words of this command, to type them again. */
  readonly commandLine: string;
  /** What ends other commands about the job, so that they ask the same service. */
  readonly serviceAsTyped: string;
  readonly start: (idempotencyKey: string) => Promise<string>;
  readonly open: (id: string, options: JobOptions) => PageJob;
}

/** What was read of the job so far. */
interface Reading {
  readonly id: string;
  position: number;
  progress: JobProgress | undefined;
  /** Pages that came and could not be written. */
  unwritten: number;
}

const readingOf = (id: string, position: number): Reading => ({
  id,
  position,
  progress: undefined,
  unwritten: 0,
});

const keyKeptMs = idempotencyHours * 3_600_000;

/** The key of a start that was not answered. `undefined` once the service may have forgotten it: it repeats nothing then. */
function unansweredKey({ id, idempotencyKey, keySinceMs = 0 }: JobState) {
  const isKnown = id === undefined && Date.now() - keySinceMs < keyKeptMs;
  return isKnown && idempotencyKey !== undefined ? { idempotencyKey, keySinceMs } : undefined;
}

/** The job to go on with: the one that is named, the unfinished one of the folder, or a new one. */
async function chosenJob(io: Io, command: JobCommand): Promise<Reading> {
  const { folder, resumed, request, baseUrl, noun, isQuiet } = command;
  if (resumed !== undefined) return readingOf(resumed.id, resumed.skip);
  const state = folder === undefined ? undefined : await readJobState(folder);
  const isSame =
    state !== undefined && state.baseUrl === baseUrl && isDeepStrictEqual(state.request, request);
  if (isSame && !state.isDone && state.id !== undefined && (await isKept(io, state.id, command))) {
    if (!isQuiet)
      await writeLine(io.stderr, `Going on with ${noun} ${state.id} after ${state.position} pages.`);
    return readingOf(state.id, state.position);
  }
  // The service compares the body of a repeated start letter by letter.
  const isSameStart = isSame && JSON.stringify(state.request) === JSON.stringify(request);
  const { idempotencyKey, keySinceMs } = (isSameStart ? unansweredKey(state) : undefined) ?? {
    idempotencyKey: crypto.randomUUID(),
    keySinceMs: Date.now(),
  };
  if (folder !== undefined)
    await writeJobState(folder, { idempotencyKey, keySinceMs, baseUrl, request, position: 0, isDone: false });
  return readingOf(await command.start(idempotencyKey), 0);
}

/** Whether the service still has the job. */
async function isKept(io: Io, id: string, { open, noun, isQuiet }: JobCommand): Promise<boolean> {
  try {
    await open(id, { signal: io.interrupted }).progress();
    return true;
  } catch (error) {
    if (!isWinnowError(error, 'NOT_FOUND')) throw error;
    if (!isQuiet) await writeLine(io.stderr, `The service no longer has ${noun} ${id}: starting anew.`);
    return false;
  }
}

/** Reads pages into the folder, or to the standard output: a line of JSON each, or for people its URL. */
async function readPages(io: Io, command: JobCommand, reading: Reading, bar: ProgressBar): Promise<void> {
  const { folder, isJson, noun } = command;
  const job = command.open(reading.id, { skip: reading.position, signal: io.interrupted });
  const isForPeople = io.stdout.isTTY === true && !isJson;
  const lineOf = (page: CrawlPage): string =>
    isForPeople
      ? `${oneLine(page.url)}  ${oneLine(page.metadata.title ?? '')}`
      : shownTo(io.stdout, JSON.stringify(page));
  const keepPage = async (into: string, page: CrawlPage): Promise<void> => {
    const problem = await pageProblem(into, page, noun === 'batch' ? listedUrl(page) : page.url);
    if (problem === undefined) return;
    reading.unwritten += 1;
    bar.clear();
    await writeLine(io.stderr, `${oneLine(page.url)} could not be written: ${oneLine(problem)}`);
  };
  for await (const { pages, position, progress } of job.parts()) {
    if (folder === undefined && pages.length > 0) bar.clear();
    for (const page of pages)
      if (folder === undefined) await writeLine(io.stdout, lineOf(page));
      else await keepPage(folder, page);
    reading.position = position;
    reading.progress = progress;
    if (folder !== undefined && pages.length > 0) await saveState(command, reading, false);
    bar.show(progress);
  }
}

const saveState = (
  { folder, baseUrl, request }: JobCommand,
  { id, position }: Reading,
  isDone: boolean,
): Promise<void> | undefined =>
  folder === undefined ? undefined : writeJobState(folder, { id, baseUrl, request, position, isDone });

/** Whether the service may still work on the job. One that is only named by its id may not exist, or be another account's. */
const mayGoOn = ({ resumed }: JobCommand, { progress }: Reading, error: unknown): boolean => {
  if (progress?.status === 'failed' || isWinnowError(error, 'NOT_FOUND')) return false;
  return resumed === undefined || progress !== undefined || isOutage(error);
};

/** Says how to go on with a job that the service still works on. */
async function explainResumption(io: Io, command: JobCommand, { id, position }: Reading): Promise<void> {
  const { noun, folder, commandLine, serviceAsTyped } = command;
  const resumption =
    folder === undefined
      ? `winnow ${noun} --resume ${id} --skip ${position}${serviceAsTyped}`
      : `winnow ${commandLine}`;
  await writeLine(
    io.stderr,
    `Stopped after ${position} pages. The ${noun} goes on at the service.\n` +
      columns([
        ['  go on: ', resumption],
        ['  end it:', `winnow cancel ${id}${serviceAsTyped}`],
      ]),
  );
}

async function printSummary(io: Io, command: JobCommand, reading: Reading, seconds: number): Promise<void> {
  const { noun, folder, isJson, isQuiet, open } = command;
  const { id, position, progress, unwritten } = reading;
  if (progress === undefined) return;
  if (isJson && folder !== undefined)
    await writeLine(
      io.stdout,
      JSON.stringify({ id, folder: resolve(io.cwd, folder), read: position, unwritten, ...progress }),
    );
  if (isQuiet || (isJson && folder !== undefined)) return;
  const paint = painter(io.stderr, io.env);
  const missing = unwritten === 0 ? '' : `, ${unwritten} of them not written`;
  const where = folder === undefined ? '' : ` in ${folder}${missing}`;
  const { discovered, ...states } = progress.coverage;
  const rows = Object.entries({ discovered, ...states })
    .filter(([name, count]) => count > 0 || name === 'delivered')
    .map(([name, count]) => [`  ${name}`, String(count)]);
  await writeLine(
    io.stderr,
    `${paint('bold', `${noun} ${id} ${progress.status}`)}: ${position} pages${where}, ${seconds.toFixed(1)} s\n${columns(rows)}`,
  );
  if (progress.warning !== undefined) await writeLine(io.stderr, shownTo(io.stderr, progress.warning));
  if (progress.coverage.failed === 0) return;
  let shown = 0;
  for await (const { url, reason } of open(id, { signal: io.interrupted }).errors('failed')) {
    if (shown === shownFailures) {
      await writeLine(io.stderr, `  … all of them: winnow errors ${id}${command.serviceAsTyped}`);
      break;
    }
    await writeLine(io.stderr, paint('red', `  ${oneLine(url)}: ${oneLine(reason)}`));
    shown += 1;
  }
}

/** A crawl or a batch, from its start or from where it was left, to its last page. */
export async function runJob(io: Io, command: JobCommand): Promise<number> {
  const startedAt = performance.now();
  const reading = await chosenJob(io, command);
  await saveState(command, reading, false);
  const bar = progressBar(io, command);
  try {
    await readPages(io, command, reading, bar);
    bar.clear();
  } catch (error) {
    bar.clear();
    if (io.interrupted.aborted) {
      await explainResumption(io, command, reading);
      return exitCodes.interrupted;
    }
    // The job itself is at its end: there is nothing to go on with.
    if (reading.progress?.status === 'failed') await saveState(command, reading, true);
    if (mayGoOn(command, reading, error)) await explainResumption(io, command, reading);
    throw error;
  }
  await saveState(command, reading, true);
  await printSummary(io, command, reading, (performance.now() - startedAt) / 1_000);
  if (reading.unwritten > 0) return exitCodes.unexpected;
  return reading.position === 0 && (reading.progress?.failed ?? 0) > 0 ? exitCodes.page : exitCodes.done;
}
