import type { Element } from 'domhandler';

import { firstOf, isHomePage, type MetadataEvidence } from '#shared/content/metadata/metadata-evidence.ts';
import { textValue } from '#shared/content/metadata/json-ld.ts';
import { isTitleOfAllPages, mayBeHeadline } from '#shared/content/metadata/fixed-title.ts';
import { pageTitle, withoutSiteName } from '#shared/content/metadata/page-title.ts';
import { pageGenerator } from '#shared/content/metadata/page-generator.ts';
import { bare, isSiteName } from '#shared/content/metadata/site-names.ts';
import { type Headline, titleText } from './heading-text.ts';
import { withoutLevels, completed, withoutSection } from './title-parts.ts';
import { wordsOfPath, withoutSlash, pathLedTo, headingsOf, openingsOf } from './page-headings.ts';
import { shownHeadline } from './shown-headline.ts';
import { bestHeading, headingOfPath, shorter, headingAbove } from './best-heading.ts';
import { isNameOfWhole, isNameAtEnd } from './names-of-wholes.ts';
import { lowerHeadline, lesserHeading, namedHeading } from './lower-headline.ts';

/** What the parts of a title are compared with, to tell the name of the site from the others. */
interface SiteOfPage {
  readonly siteNames: readonly string[];
  readonly host: string;
}

function siteOf({ facts, page }: MetadataEvidence, siteName: string | undefined): SiteOfPage {
  const siteNames = [siteName, facts.meta('application-name'), facts.meta('og:site_name')].filter(
    (name) => name !== undefined,
  );
  return { siteNames, host: URL.parse(page.url)?.hostname ?? '' };
}

/** Programs that name a page by its file: `guide [Boat wiki]`. */
const namesFiles = /^dokuwiki/i;

/**
 * The headline of a page: the heading of the first level that agrees with a declared title or the words of the URL, else
 * the title without the name of the site. Logos, banners and forms have such headings, too, and agree with nothing.
 */
export function headlineOf(evidence: MetadataEvidence, siteName: string | undefined): Headline {
  const { facts, page, work } = evidence;
  const { siteNames, host } = siteOf(evidence, siteName);
  const declared = [
    facts.meta('og:title'),
    facts.meta('twitter:title'),
    textValue(work?.['headline']),
    firstOf(facts, ['dc.title', 'citation_title', 'headline']),
  ]
    .map(titleText)
    .filter((text) => text !== undefined);
  const isSite = (text: string): boolean => isSiteName(text, siteNames, host);
  const title = titleText(facts.title);
  const path = wordsOfPath(page.url);
  const headings = headingsOf(evidence, isSite, path);
  const [alone, second] = headings;
  const pathname = URL.parse(page.url)?.pathname ?? '';
  const leadsAbove = (heading: Element): boolean => {
    const above = pathLedTo(heading, evidence);
    return above !== undefined && pathname.startsWith(`${withoutSlash(above)}/`);
  };
  const names = {
    openings: (level: number): readonly string[] => openingsOf(evidence, level),
    isSite,
    leadsAbove,
  };
  const wholes = headings.filter(
    (each) => isNameOfWhole(each, title, path) || isNameAtEnd(each, title, path, names),
  );
  const named = pageTitle({
    title,
    alternatives: declared,
    heading: second === undefined && alone !== undefined && !wholes.includes(alone) ? alone.text : undefined,
    siteNames: [...siteNames, ...wholes.map(({ text }) => text)],
    host,
  });
  const others = declared.map((text) => withoutSiteName(text, siteNames, host));
  const titles = [named, ...others].filter((text) => text !== undefined && !isSite(text)) as string[];
  const declaredTitles = new Set(titles.map(bare));
  // A heading that is a link elsewhere is the title of another page, unless this one declares it.
  const own = headings.filter(
    (each) =>
      !wholes.includes(each) &&
      (declaredTitles.has(bare(each.text)) || pathLedTo(each.element, evidence) === undefined),
  );
  const [first] = own;
  if (first !== undefined && namesFiles.test(pageGenerator(facts) ?? ''))
    return { text: first.text, heading: first.element };
  const best =
    bestHeading(own, path === undefined ? titles : [...titles, path]) ?? headingOfPath(own, path ?? '');
  const opening = best === undefined ? undefined : headingAbove(best, evidence, path ?? '');
  if (best !== undefined && opening === undefined) {
    const heading = shorter(best, own);
    const whole = shownHeadline(heading, titles);
    // The heading for screen readers repeats the title, with its sections and the name of the site.
    const isTitle = title !== undefined && bare(whole) === bare(title);
    const shown = withoutSiteName(isTitle ? withoutLevels(whole, path) : whole, siteNames, host, 'end');
    return { text: withoutSection(shown, evidence), heading: heading.element };
  }
  const lesser = opening ?? lowerHeadline(evidence, { title, named, path, declared });
  if (lesser !== undefined && !isSite(lesser.text)) return { text: lesser.text, heading: lesser.element };
  const [only, ...more] = own;
  if (
    only !== undefined &&
    more.length === 0 &&
    mayBeHeadline(only.text) &&
    isTitleOfAllPages([title, ...declared], evidence, { siteNames, host })
  )
    return { text: only.text, heading: only.element };
  const text = named !== undefined && isSite(named) ? (titles[0] ?? named) : named;
  if (text === undefined) return namedHeading(evidence);
  const whole = completed(text, others);
  const single = title === undefined ? whole : whole === named ? withoutLevels(title, path) : whole;
  const shown = withoutSection(single === title ? whole : single, evidence);
  return { text: shown, heading: lesserHeading(evidence, [shown, text]) };
}

/**
 * The title of a home page that begins with the name of the site and tells what the site is: `Mill - All about grain`.
 * `undefined` for other pages, whose title is their headline.
 */
export function titleOfSite(evidence: MetadataEvidence, siteName: string | undefined): string | undefined {
  const title = titleText(evidence.facts.title);
  if (title === undefined || !isHomePage(evidence)) return undefined;
  const { siteNames, host } = siteOf(evidence, siteName);
  const alone = withoutSiteName(title, siteNames, host, 'end');
  return withoutSiteName(alone, siteNames, host) === alone ? undefined : alone;
}
