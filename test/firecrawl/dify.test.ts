import { replay } from './replayed.ts';

/**
 * What Dify sends. Its knowledge base: langgenius/dify, api/core/rag/extractor/firecrawl/firecrawl_app.py (the version
 * that calls /v2) and api/services/website_service.py (68cc6fee). Its plugins: langgenius/dify-official-plugins,
 * tools/firecrawl/tools (2694dfba, 206f4620, 444c95bb, e4e73d8d) and datasources/firecrawl_datasource (c3556a14, 7631f836).
 */
replay('Dify’s knowledge base', [
  [
    '/v2/scrape',
    { url: 'https://a.example', formats: ['markdown'], onlyMainContent: true, timeout: 30_000 },
    {
      url: 'https://a.example',
      formats: ['markdown'],
      onlyMainContent: true,
      timeout: 30_000,
      maxAge: 172_800_000,
    },
  ],
  [
    '/v2/crawl',
    {
      url: 'https://a.example',
      includePaths: [],
      excludePaths: [],
      limit: 1,
      scrapeOptions: { onlyMainContent: true },
    },
    {
      url: 'https://a.example',
      includePaths: [],
      excludePaths: [],
      limit: 1,
      crawlEntireDomain: false,
      scrapeOptions: { onlyMainContent: true },
      async: true,
    },
  ],
  ['/v2/map', { url: 'https://a.example', integration: 'dify' }, { url: 'https://a.example' }],
  [
    '/v2/search',
    {
      query: 'a',
      limit: 5,
      lang: 'en',
      country: 'us',
      timeout: 60_000,
      ignoreInvalidURLs: true,
      scrapeOptions: {},
      sources: [{ type: 'web' }],
      integration: 'dify',
    },
    { query: 'a', limit: 5, lang: 'en', country: 'us', timeout: 60_000, sources: ['web'] },
  ],
]);

replay('Dify’s plugin', [
  [
    '/v2/scrape',
    {
      url: 'https://a.example',
      onlyMainContent: true,
      includeTags: ['main'],
      headers: { 'X-Team': 'a' },
      waitFor: 0,
      timeout: 30_000,
      formats: ['markdown', { type: 'json', schema: { type: 'object' }, systemPrompt: 'b', prompt: 'c' }],
    },
    {
      url: 'https://a.example',
      onlyMainContent: true,
      includeTags: ['main'],
      headers: { 'X-Team': 'a' },
      waitFor: 0,
      timeout: 30_000,
      maxAge: 172_800_000,
      formats: ['markdown', { type: 'json', schema: { type: 'object' }, systemPrompt: 'b', prompt: 'c' }],
    },
  ],
  [
    '/v2/crawl',
    {
      url: 'https://a.example',
      sitemap: 'skip',
      maxDepth: 2,
      limit: 5,
      allowBackwardLinks: false,
      allowExternalLinks: false,
      webhook: 'https://b.example/hook',
      scrapeOptions: { formats: ['markdown', 'links'], onlyMainContent: false, waitFor: 0 },
    },
    {
      url: 'https://a.example',
      sitemap: 'skip',
      maxDepth: 2,
      limit: 5,
      crawlEntireDomain: false,
      allowExternalLinks: false,
      webhook: 'https://b.example/hook',
      scrapeOptions: { formats: ['markdown', 'links'], onlyMainContent: false, waitFor: 0 },
      async: true,
    },
  ],
  // A text to search for that nobody has filled in is null.
  [
    '/v2/map',
    { url: 'https://a.example', search: null, ignoreSitemap: true, includeSubdomains: false, limit: 5_000 },
    { url: 'https://a.example', includeSubdomains: false, limit: 5_000, sitemap: 'skip' },
  ],
]);
