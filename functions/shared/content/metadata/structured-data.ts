import type { JsonObject } from '#shared/kernel/json.ts';
import type { ElementIndex } from '#shared/content/dom/element-edit.ts';
import type { HeadFacts } from './head-facts.ts';
import { readMicrodata } from './microdata.ts';
import type { HtmlPage } from '#shared/content/page/parse-page.ts';
import { readRdfa } from './rdfa.ts';
import { readTables } from './table-records.ts';

const openGraph = /^(?:og|article|product|book|profile|music|video|fb|place|business):/;

/** Properties by name; repeated ones as lists. */
function collect(
  facts: HeadFacts,
  pattern: RegExp,
): Readonly<Record<string, string | readonly string[]>> | undefined {
  const values = new Map<string, string[]>();
  for (const [name, content] of facts.properties) {
    if (!pattern.test(name)) continue;
    const list = values.get(name);
    if (list === undefined) values.set(name, [content]);
    else list.push(content);
  }
  if (values.size === 0) return undefined;
  return Object.fromEntries(
    [...values].map(([name, list]) => [name, list.length === 1 ? (list[0] as string) : list]),
  );
}

const some = <T>(list: readonly T[]): readonly T[] | undefined => (list.length === 0 ? undefined : list);

/** The structured data that a page declares. Absent members are left out. */
export function readStructuredData(
  page: HtmlPage,
  index: ElementIndex,
  facts: HeadFacts,
  jsonLd: readonly JsonObject[],
): Record<string, unknown> {
  const { document, baseUrl } = page;
  const hasAttribute = (name: string) => index.all.some(({ attribs }) => name in attribs);
  const members = {
    jsonLd: some(jsonLd),
    microdata: hasAttribute('itemscope') ? some(readMicrodata(document.children, baseUrl)) : undefined,
    rdfa: hasAttribute('typeof') ? some(readRdfa(document.children, baseUrl)) : undefined,
    openGraph: collect(facts, openGraph),
    twitterCard: collect(facts, /^twitter:/),
    tables: some(readTables(index)),
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
