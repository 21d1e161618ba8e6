const text =
  '<p>The keeper of the orchard writes about the harvest of this year, and about the bees.</p>'.repeat(6);

const escaped = (run: string): string =>
  run.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A page with a run of characters wherever a page may have text: in elements, attributes, scripts and comments. */
export function pageOfRuns(run: string): string {
  const own = `x${escaped(run)}x`;
  const declared = JSON.stringify({
    '@type': 'Article',
    headline: `x${run}x`,
    author: { name: `x${run}x` },
    datePublished: `2026${run}x`,
    description: `x${run}x`,
  });
  const named = ['author', 'description', 'keywords', 'publisher', 'article:published_time']
    .map((name) => `<meta name="${name}" content="${own}">`)
    .join('');
  const inElements = [
    'h2',
    'p',
    'pre',
    'code',
    'blockquote',
    'button',
    'time',
    'dt',
    'td',
    'li',
    'figcaption',
  ]
    .map((name) => `<${name}>${own}</${name}>`)
    .join('');
  return `<title>${own}</title><link rel="canonical" href="https://site.example/${own}">${named}
<script type="application/ld+json">${declared.replaceAll('<', '\\u003c')}</script><!--${run}-->
<main><h1>${own}</h1><p class="byline">By ${own}</p>${text}${inElements}
<p>some <b>${own}</b> and <i>${own}</i> and <a href="/${own}">${own}</a><math><mi>${own}</mi><mo>${own}</mo></math></p>
<img src="/a${own}.png" alt="${own}" srcset="${own} 2x"><div class="${own}" id="${own}" style="${own}">${text}</div>
<div class="comment"><b class="author">${own}</b><p>${own}</p></div>${text}</main>`;
}
