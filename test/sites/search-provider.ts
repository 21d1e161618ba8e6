import { duckduckgoAnswers, type KnownResult, startProvider } from '../web-search/provider-server.ts';

const guides = (site: string): readonly KnownResult[] => [
  {
    url: `${site}/guide/rust`,
    title: 'What to do about rust',
    snippet: 'How to get rust off a pan and keep it off.',
  },
  {
    url: `${site}/guide/clean`,
    title: 'How to clean a pan',
    snippet: 'Hot water, a brush, and a dry pan.',
  },
  { url: `${site}/image.png`, title: 'A pan in a picture', snippet: '' },
];

/** A DuckDuckGo that knows the fixture site: its guides, or `slow pages`, or nothing, or how to be broken. */
export const startSearchProvider = (site: string) =>
  startProvider((asked, response) => {
    const query = asked.query['q'] ?? '';
    if (query.startsWith('captcha')) {
      response.writeHead(202, { 'content-type': 'text/html' });
      response.end('<form id="challenge-form"></form>');
      return;
    }
    const slow = Array.from({ length: 10 }, (_, index) => ({
      url: `${site}/slow?ms=200&page=${index}`,
      title: `Slow page ${index}`,
      snippet: '',
    }));
    const known = query.startsWith('slow pages') ? slow : query.startsWith('nothing') ? [] : guides(site);
    duckduckgoAnswers(known)(asked, response);
  });
