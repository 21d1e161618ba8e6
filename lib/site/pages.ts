import { basePlaceholder } from '#shared/contract/site-files.ts';
import { anchorOf, escaped } from './html.ts';
import { guideHtml, type Guide } from './guides.ts';
import { type OperationEntry, referenceHtml } from './reference.ts';

/** What every page of the documentation links to. */
export interface SiteMap {
  readonly guides: readonly Guide[];
  readonly operations: readonly OperationEntry[];
  /** Whether the deployment lets people register. */
  readonly hasAccountPage: boolean;
  /** Names of the files below /docs. */
  readonly style: string;
  readonly icon: string;
}

interface PageOptions {
  readonly title: string;
  readonly description: string;
  /** Leads from this page to the files below /docs. */
  readonly assets: string;
  readonly body: string;
}

const pageHtml = ({ style, icon }: SiteMap, { title, description, assets, body }: PageOptions): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escaped(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escaped(description)}">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${assets}${style}">
<link rel="icon" type="image/svg+xml" href="${assets}${icon}">
</head>
<body>
${body}
</body>
</html>
`;

const item = (target: string, text: string, isCurrent = false): string =>
  `<li><a href="${target}"${isCurrent ? ' aria-current="page"' : ''}>${escaped(text)}</a></li>`;

/** `root` leads to the first page, `docs` to the reference, `below` to the pages under it. */
function navigation(
  { guides, operations }: SiteMap,
  { root, docs, below, current }: { root: string; docs: string; below: string; current?: string },
): string {
  return `<details class="menu"><summary>Contents</summary><nav aria-label="Documentation">
<h2>Guides</h2><ul>${guides.map(({ name, title }) => item(below + name, title, name === current)).join('')}</ul>
<h2>API</h2><ul>${item(`${docs}#api`, 'Requests and answers')}${operations
    .map(({ heading }) => item(`${docs}#${anchorOf(heading)}`, heading))
    .join(
      '',
    )}${item(`${docs}#account`, 'Account')}${item(`${docs}#objects`, 'Objects')}${item(`${docs}#errors`, 'Errors')}</ul>
<h2>For programs</h2><ul>${item(`${root}openapi.json`, 'openapi.json')}${item(`${root}llms.txt`, 'llms.txt')}</ul>
</nav></details>`;
}

const docsBody = (home: string, menu: string, content: string): string =>
  `<a class="skip" href="#content">Skip to the content</a>
<header><a class="brand" href="${home}">Winnow</a></header>
<div class="columns">${menu}<main id="content" tabindex="-1">${content}</main></div>`;

/** The page at /docs. */
export const referencePage = (site: SiteMap): string =>
  pageHtml(site, {
    title: 'Winnow: API',
    description: 'Every operation, parameter and error of the Winnow API.',
    assets: 'docs/',
    body: docsBody('./', navigation(site, { root: '', docs: '', below: 'docs/' }), referenceHtml()),
  });

/** The page at /docs/<name>. */
export const guidePage = (site: SiteMap, guide: Guide): string =>
  pageHtml(site, {
    title: `Winnow: ${guide.title}`,
    description: guide.summary,
    assets: '',
    body: docsBody(
      '../',
      navigation(site, { root: '../', docs: '../docs', below: '', current: guide.name }),
      guideHtml(guide),
    ),
  });

const firstRequest = `curl -s ${basePlaceholder}/api/v1/scrape \\
  -H "X-API-Key: $KEY" -H 'Content-Type: application/json' \\
  -d '{"url": "https://example.com"}'`;

/** The page at /. Its links begin with the URL of the deployment. */
const accountUrl = `${basePlaceholder}/account`;

const whereKeysComeFrom = ({ hasAccountPage }: SiteMap): string =>
  hasAccountPage
    ? `<a href="${accountUrl}">Register</a>, and make an API key by one button.`
    : 'An API key comes from the operator of this service.';

export const frontPage = (site: SiteMap): string =>
  pageHtml(site, {
    title: 'Winnow',
    description: 'Web pages in, clean content out: scrape, crawl, search and extract over HTTP.',
    assets: `${basePlaceholder}/docs/`,
    body: `<main class="front" id="content">
<h1>Winnow</h1>
<p class="lead">Web pages in, clean content out. An HTTP API that reads one page or a whole site, searches the web, and extracts data
with the source of each value.</p>
<pre tabindex="0"><code>${escaped(firstRequest)}</code></pre>
<p>The answer has the content of the page as Markdown. ${whereKeysComeFrom(site)}</p>
<ul class="cards">
${site.hasAccountPage ? `<li><a href="${accountUrl}">Your account</a><span>API keys, usage, crawls and webhooks</span></li>\n` : ''}<li><a href="${basePlaceholder}/docs">API reference</a><span>Every operation, parameter and error</span></li>
${site.guides
  .map(
    ({ name, title, summary }) =>
      `<li><a href="${basePlaceholder}/docs/${name}">${escaped(title)}</a><span>${escaped(summary)}</span></li>`,
  )
  .join('\n')}
</ul>
<p>For programs: <a href="${basePlaceholder}/openapi.json">openapi.json</a>, <a href="${basePlaceholder}/llms.txt">llms.txt</a></p>
</main>`,
  });

/** llmstxt.org: what this is, then links with a description each. */
export const llmsText = ({ guides, operations }: SiteMap): string =>
  `# Winnow

> Web pages in, clean content out: an HTTP API that scrapes pages to Markdown, crawls sites, searches the web, and extracts data by a schema with the source of each value.

Requests are JSON with an API key in the header \`X-API-Key\`. Answers share one envelope: \`success\`, \`url\`, \`data\`, \`source\`, \`processingTime\`, and on failure \`error\` and \`code\`. An operation costs what it delivered.

## Operations

${operations
  .map(
    ({ method, path, heading, operation }) =>
      `- [${method} ${path}](${basePlaceholder}/docs#${anchorOf(heading)}): ${operation.summary}`,
  )
  .join('\n')}

## Guides

${guides.map(({ name, title, summary }) => `- [${title}](${basePlaceholder}/docs/${name}.md): ${summary}`).join('\n')}

## Reference

- [API reference](${basePlaceholder}/docs): every operation, parameter and error
- [OpenAPI 3.1](${basePlaceholder}/openapi.json): the same for programs
`;
