import type { Trace, TraceEntry } from '#shared/content/dom/trace.ts';
import type { PageContent } from './content-options.ts';

const maxEntries = 1_000;
/** Classes of an element, and reasons that quote a page, have no length of their own. */
const maxCharacters = 200;

const isChoice = ({ step }: TraceEntry): boolean => step === 'main content' || step === 'block';

const bounded = ({ subject, reason, ...entry }: TraceEntry): TraceEntry => ({
  ...entry,
  reason: reason.slice(0, maxCharacters),
  ...(subject === undefined ? {} : { subject: subject.slice(0, maxCharacters) }),
});

/** The decisions of a trace, the choice of main content first: a page of thousands of them is cut at the end. */
export function explanationOf({ entries }: Trace): Pick<PageContent, 'explain' | 'warnings'> {
  const { choice = [], others = [] } = Object.groupBy(entries, (entry) =>
    isChoice(entry) ? 'choice' : 'others',
  );
  const explain = [...choice, ...others].slice(0, maxEntries).map(bounded);
  const warnings = [`explain has the first ${maxEntries} of ${entries.length} decisions.`];
  return { explain, ...(entries.length > maxEntries ? { warnings } : {}) };
}
