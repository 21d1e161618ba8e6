import { useState } from 'preact/hooks';

import { highlighted, type ValueSource, withoutPlace } from './evidence.ts';
import { JsonTree, type JsonTreeProps } from './json-tree.tsx';
import type { PlaygroundTexts } from './playground-texts.ts';

interface PageEvidenceProps {
  readonly url: string;
  readonly sources: readonly ValueSource[];
  /** Reads the text of a page as Markdown; costs a request. */
  readonly readPage: (url: string) => Promise<string>;
  readonly texts: PlaygroundTexts;
}

export interface EvidenceViewProps extends Omit<PageEvidenceProps, 'url'> {
  readonly json: unknown;
  /** The page of sources that name none. */
  readonly pageUrl: string;
}

function PageText({
  text,
  sources,
  texts,
}: {
  readonly text: string;
  readonly sources: readonly ValueSource[];
  readonly texts: PlaygroundTexts;
}) {
  const placeless = withoutPlace(text, sources);
  return (
    <>
      {placeless.length > 0 && (
        <p>
          {texts.evidence.placeless}{' '}
          {placeless.map(({ path }) => (
            <code key={path}>{path} </code>
          ))}
        </p>
      )}
      <pre class="source" tabIndex={0}>
        {highlighted(text, sources).map(({ text: part, paths }) =>
          paths.length === 0 ? part : <mark title={paths.join(', ')}>{part}</mark>,
        )}
      </pre>
    </>
  );
}

type Reading = 'reading' | { readonly text: string } | { readonly error: string };

/** A page of the result: its text is read when somebody asks for it, because it costs a request. */
function PageEvidence({ url, sources, readPage, texts }: PageEvidenceProps) {
  const [reading, setReading] = useState<Reading>();
  const read = (): void => {
    setReading('reading');
    readPage(url).then(
      (text) => setReading({ text }),
      (error: unknown) => setReading({ error: error instanceof Error ? error.message : String(error) }),
    );
  };
  return (
    <section>
      <h3>
        <code>{url}</code>
      </h3>
      {reading === undefined && (
        <button type="button" onClick={read}>
          {texts.evidence.showPage}
        </button>
      )}
      {reading === 'reading' && <p role="status">{texts.evidence.reading}</p>}
      {typeof reading === 'object' && 'error' in reading && (
        <p role="alert" class="notice bad">
          {reading.error}
        </p>
      )}
      {typeof reading === 'object' && 'text' in reading && (
        <PageText text={reading.text} sources={sources} texts={texts} />
      )}
    </section>
  );
}

/** The quote beside a value of the tree. */
const quotesBy =
  (quotes: ReadonlyMap<string, string>): NonNullable<JsonTreeProps['noteOf']> =>
  (path) =>
    quotes.has(path) ? <q class="quote">{quotes.get(path)}</q> : null;

/** The values of an extraction, each with its quote, and the quotes in the text of their pages. */
export function EvidenceView({ json, sources, readPage, pageUrl, texts }: EvidenceViewProps) {
  if (sources.length === 0) return <p>{texts.evidence.none}</p>;
  const pages = Map.groupBy(sources, ({ url = pageUrl }) => url);
  return (
    <>
      <p>{texts.evidence.text}</p>
      <JsonTree
        value={json}
        openLevels={4}
        noteOf={quotesBy(new Map(sources.map(({ path, quote = '' }) => [path, quote])))}
      />
      {[...pages].map(([url, ofPage]) => (
        <PageEvidence key={url} url={url} sources={ofPage} readPage={readPage} texts={texts} />
      ))}
    </>
  );
}
