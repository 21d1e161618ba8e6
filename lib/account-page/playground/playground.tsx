import { useEffect, useRef, useState } from 'preact/hooks';
import forms from 'virtual:operation-forms';

import type { Client } from '../api/client.ts';
import { type OperationRun, runOperation } from '../api/run-operation.ts';
import { CopyButton } from '../parts/copy.tsx';
import { FailureNotice, Loading } from '../parts/notice.tsx';
import { ViewHead } from '../parts/view-head.tsx';
import { usePage } from '../page-context.ts';
import { bodyOf, type FormValues, type RequestBody, valuesOf } from './form-values.ts';
import type { OperationForm } from './operation-form.ts';
import { ProgramView } from './program-view.tsx';
import { RequestForm } from './request-form.tsx';
import { ResultView } from './result-view.tsx';
import type { Language } from '../texts/languages.ts';
import { fragmentOf, requestOfFragment } from './share-link.ts';
import { Tabs } from './tabs.tsx';
import './playground.css';
import { type PlaygroundTexts, playgroundTexts } from './playground-texts.ts';

export interface PlaygroundProps {
  readonly api: Client;
  /** The URL of the deployment, as commands name it. */
  readonly base: string;
  readonly language: Language;
}

/** What a form has at first, beside the defaults of the contract. */
const firstBodies: Readonly<Record<string, RequestBody>> = {
  scrape: { url: 'https://example.com', formats: ['markdown', 'links'] },
  crawl: { url: 'https://example.com', limit: 20 },
  batch: { urls: ['https://example.com'] },
  map: { url: 'https://example.com' },
  search: { query: 'web scraping' },
  extract: { urls: ['https://example.com'], prompt: 'The title of the page', showSources: true },
};

/** A crawl is watched while it runs; waiting for its end would hide it. */
const runBodies: Readonly<Record<string, RequestBody>> = {
  crawl: { async: true },
  batch: { async: true },
};

/** Operations that the page has no word for yet are shown by their name. */
const titleOf = ({ operations }: PlaygroundTexts, name: string): string =>
  Object.hasOwn(operations, name) ? operations[name as keyof typeof operations] : name;

interface Start {
  readonly operation: string;
  readonly values: Readonly<Record<string, FormValues>>;
}

function startOf(fragment: string): Start {
  const shared = requestOfFragment(fragment);
  const form = forms.find(({ operation }) => operation === shared?.operation);
  const values = Object.fromEntries(
    forms.map((each) => {
      const body = each === form ? (shared?.body ?? {}) : (firstBodies[each.operation] ?? {});
      return [each.operation, valuesOf(each, body)] as const;
    }),
  );
  return { operation: form?.operation ?? forms[0]?.operation ?? '', values };
}

type Result =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly stop: () => void }
  | { readonly kind: 'run'; readonly operation: string; readonly run: OperationRun }
  | { readonly kind: 'broken'; readonly error: unknown };

/** Runs requests. Only the newest leaves a result, unless it is stopped. */
function useRuns(api: Client, base: string) {
  const [result, setResult] = useState<Result>({ kind: 'none' });
  const { failed } = usePage();
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  const send = async (path: string, body: RequestBody, signal: AbortSignal): Promise<OperationRun> => {
    const key = await api.sessionKey();
    const run = await runOperation(base + path, body, { key, signal });
    if (run.status !== 401) return run;
    // The key ended with its session, when somebody signed in again in another tab.
    return runOperation(base + path, body, { key: await api.sessionKey(key), signal });
  };

  const start = ({ operation, path }: OperationForm, body: RequestBody): void => {
    current.current?.abort();
    const stopping = new AbortController();
    current.current = stopping;
    setResult({ kind: 'running', stop: () => stopping.abort() });
    send(path, body, stopping.signal).then(
      (run) => {
        if (current.current === stopping) setResult({ kind: 'run', operation, run });
      },
      (error: unknown) => {
        if (current.current !== stopping) return;
        if (!stopping.signal.aborted) failed(error);
        setResult(stopping.signal.aborted ? { kind: 'none' } : { kind: 'broken', error });
      },
    );
  };

  /** The whole text of a page that was read a moment ago, from the cache where it is there. */
  const readPage = async (url: string): Promise<string> => {
    const body = { url, onlyMainContent: false, maxAge: 3_600_000 };
    const { answer } = await send('/api/v1/scrape', body, AbortSignal.timeout(60_000));
    const markdown = answer.data?.['markdown'];
    if (typeof markdown !== 'string') throw new Error(answer.error ?? answer.message ?? '');
    return markdown;
  };
  return { result, start, readPage };
}

interface OutcomeProps {
  readonly result: Result;
  readonly texts: PlaygroundTexts;
  readonly readPage: (url: string) => Promise<string>;
}

function Outcome({ result, texts, readPage }: OutcomeProps) {
  if (result.kind === 'none') return <p class="quiet">{texts.empty}</p>;
  if (result.kind === 'running') return <Loading />;
  if (result.kind === 'broken') return <FailureNotice error={result.error} />;
  return <ResultView run={result.run} operation={result.operation} texts={texts} readPage={readPage} />;
}

/** Every operation with a form, its result, and the same request as a program. */
export function Playground({ api, base, language }: PlaygroundProps) {
  const texts = playgroundTexts[language];
  const [{ operation, values }, setState] = useState(() => startOf(location.hash));
  const [showsProblems, setShowsProblems] = useState(false);
  useEffect(() => {
    // A shared link that is opened where the playground is open.
    const moved = () => setState(startOf(location.hash));
    addEventListener('hashchange', moved);
    return () => removeEventListener('hashchange', moved);
  }, []);
  const { result, start, readPage } = useRuns(api, base);
  const form = forms.find((each) => each.operation === operation);
  if (form === undefined) return null;
  const own = values[operation] ?? {};
  const entered = bodyOf(form, own);
  const body = { ...entered.body, ...runBodies[operation] };
  const run = (): void => {
    setShowsProblems(true);
    if (Object.keys(entered.problems).length === 0) start(form, body);
  };
  const choose = (name: string): void => {
    setState((state) => ({ ...state, operation: name }));
    setShowsProblems(false);
  };
  const enter = (next: FormValues): void =>
    setState((state) => ({ ...state, values: { ...state.values, [operation]: next } }));
  const link = `${base}/account/playground${fragmentOf({ operation, body: entered.body })}`;
  return (
    <>
      <ViewHead title={texts.title} text={`${texts.text} ${texts.shareHint}`}>
        <CopyButton text={link} label={texts.share} />
      </ViewHead>
      <div class="playground">
        <section>
          <Tabs
            label={texts.operation}
            tabs={forms.map(({ operation: name }) => ({ name, title: titleOf(texts, name) }))}
            chosen={operation}
            onChoose={choose}
          >
            <RequestForm
              form={form}
              values={own}
              entered={entered}
              showsProblems={showsProblems}
              isRunning={result.kind === 'running'}
              texts={texts}
              onChange={enter}
              onRun={run}
              onStop={() => result.kind === 'running' && result.stop()}
            />
          </Tabs>
        </section>
        <section aria-live="polite">
          <h2>{texts.result}</h2>
          <Outcome result={result} texts={texts} readPage={readPage} />
        </section>
      </div>
      <ProgramView request={{ url: base + form.path, body }} texts={texts} />
    </>
  );
}
