import { seededRandom } from '../crawl/virtual-time.ts';
import { estimating } from '../map/mapped-site.ts';
import { pathsOf, shapes, webOf } from '../map/shaped-sites.ts';
import { progress } from './progress.ts';

// Dry runs of crawls on sites of different shapes, whose number of pages is known: with a sitemap, and without one. The
// goals are an error of 10 % and 30 %.

const runs = 10;
const limit = 10_000;
/** Lists of forty pages are deeper than a crawl goes by default. */
const maxDiscoveryDepth = 50;

for (const hasSitemap of [true, false])
  for (const [name, shape] of Object.entries(shapes)) {
    progress(`estimating ${name}`);
    const truth = pathsOf(shape).length;
    const web = webOf(shape, hasSitemap);
    const found = [];
    for (let run = 1; run <= runs; run += 1)
      found.push(await estimating(web, seededRandom(run)).estimate({ limit, maxDiscoveryDepth }));
    const errors = found.map(({ pages }) => Math.round((100 * (pages - truth)) / truth));
    const [first] = found;
    console.log(
      `${hasSitemap ? 'sitemap' : 'no sitemap'}, ${name}: ${truth} pages; errors ${errors.join(', ')} % by ${first?.basis}, ${first?.pagesRead} pages read`,
    );
  }
