import { readdirSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import { routes } from '#shared/contract/routes.ts';
import { basePlaceholder } from '#shared/contract/site-files.ts';
import { errorStatuses } from '#shared/kernel/errors.ts';
import { guideNames } from '../../lib/site/guides.ts';
import { siteContents } from '../../lib/site/make-site.ts';
import { openApiDocument } from '../contract/openapi-validator.ts';

const contents = new Map(siteContents({ hasAccountPage: true }).map(({ name, text }) => [name, text]));
const page = (name: string): string => contents.get(name) ?? '';

/** Where each page is, seen from the root of the site. */
const placeOf = (name: string): string =>
  name === 'index.html' ? '/' : name === 'docs.html' ? '/docs' : `/docs/${name.replace('docs-', '')}`;
const pages = [...contents.keys()].filter((name) => page(name).startsWith('<!doctype html>'));
const files = new Map(
  [...contents.keys()].map((name) => [
    name.startsWith('docs-') || name.endsWith('.html') ? placeOf(name) : `/${name}`,
    name,
  ]),
);

describe('docs/guides/limits.md', () => {
  test('has the plans of the service', () => {
    const rows = [
      ...(contents.get('docs-limits.md') ?? '').matchAll(/^\| (\w+) +\| ([\d,]+|unlimited) .*$/gm),
    ];

    const number = (value: number | null) => value?.toLocaleString('en') ?? 'unlimited';
    expect(
      rows.map(([row]) =>
        row
          .split('|')
          .map((cell) => cell.trim())
          .filter((cell) => cell !== ''),
      ),
    ).toEqual(
      planCatalogue().plans.map((plan) => [
        plan.id,
        ...[
          plan.monthlyRequests,
          plan.requestsPerMinute,
          plan.requestsAtOnce,
          plan.crawlsPerMinute,
          plan.aiPages,
        ].map(number),
      ]),
    );
  });
});

describe('the first page', () => {
  const firstPage = (hasAccountPage: boolean) =>
    siteContents({ hasAccountPage }).find(({ name }) => name === 'index.html')?.text ?? '';

  test('leads to the account where people may register, and to the operator elsewhere', () => {
    expect(firstPage(true)).toContain(`<a href="${basePlaceholder}/account">Register</a>`);
    expect(firstPage(false)).not.toContain('/account');
    expect(firstPage(false)).toContain('An API key comes from the operator of this service.');
  });
});

describe('the pages of the site', () => {
  test('are the first page, the reference and every guide', () => {
    const guides = readdirSync('docs/guides').map((file) => file.replace('.md', ''));

    expect([...guideNames].toSorted()).toEqual(guides.toSorted());
    expect(pages.map(placeOf).toSorted()).toEqual(
      ['/', '/docs', ...guides.map((name) => `/docs/${name}`)].toSorted(),
    );
  });

  test('have links that lead to a page, a file or a heading that exists', () => {
    const origin = 'https://winnow.example';
    const broken = pages.flatMap((name) =>
      [
        ...page(name)
          .replaceAll(basePlaceholder, origin)
          .matchAll(/(?:href|src)="([^"]*)"/g),
      ]
        .map(([, target = '']) => new URL(target, origin + placeOf(name)))
        .filter(({ origin: own }) => own === origin)
        .filter(({ pathname, hash }) => {
          const file = files.get(pathname);
          const isThere = hash === '' || page(file ?? '').includes(`id="${hash.slice(1)}"`);
          return pathname !== '/account' && (file === undefined || !isThere);
        })
        .map(({ href }) => `${name} → ${href}`),
    );

    expect(broken).toEqual([]);
  });

  test('name each element once', () => {
    for (const name of pages) {
      const ids = [...page(name).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
      expect([name, ids.filter((id, index) => ids.indexOf(id) !== index)]).toEqual([name, []]);
    }
  });

  test('have no script, no style of their own and no address of another origin to load from', () => {
    for (const name of pages) {
      expect(page(name)).not.toMatch(/<script|<style|<iframe| style=| on\w+="/);
      const loaded = [...page(name).matchAll(/<(?:link|img)[^>]*(?:href|src)="([^"]*)"/g)];
      expect(loaded.every(([, target = '']) => !/^(https?:)?\/\//.test(target))).toBe(true);
    }
  });

  test('show every operation, parameter and error', () => {
    const reference = page('docs.html');
    for (const { method, path } of routes)
      expect(reference).toContain(`<span class="method">${method}</span> <code>${path}</code>`);
    for (const code of Object.keys(errorStatuses)) expect(reference).toContain(`<code>${code}</code>`);
    const schemas = openApiDocument.components['schemas'] as Readonly<
      Record<string, { readonly properties?: object }>
    >;
    for (const name of [
      'ScrapeRequest',
      'CrawlRequest',
      'SearchRequest',
      'ExtractRequest',
      'WebhookSettings',
    ])
      for (const field of Object.keys(schemas[name]?.properties ?? {}))
        expect(reference).toContain(`<dt><code>${field}</code>`);
  });
});
