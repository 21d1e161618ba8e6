import { describe, expect, test } from 'vitest';

import { AppError } from '#shared/kernel/errors.ts';
import { createMapEndpoint } from '../../functions/map/map.ts';
import { call, noon, ownKey, testDeps } from '../http/fixtures.ts';
import { mapping, origin, page, sitemap } from './mapped-site.ts';

const small = {
  [`${origin}/`]: page('Start', ['/rust']),
  [`${origin}/rust`]: page('Rust on a pan', []),
};

function service(pages: Parameters<typeof mapping>[0], own = ownKey('starter')) {
  const { deps, usage } = testDeps({ keys: [own] });
  const { map } = mapping(pages);
  const endpoint = createMapEndpoint({ ...deps, mapSite: (request) => map(request) });
  return {
    map: (body: object, headers: Readonly<Record<string, string>> = {}) =>
      call(endpoint, {
        resource: '/api/v1/map',
        headers: { 'x-api-key': own.text, ...headers },
        body: { url: `${origin}/`, ...body },
      }),
    used: async () => (await usage.read(own.key.accountId, '2026-11', noon)).used,
  };
}

describe('POST /api/v1/map', () => {
  test.for([
    ['one link', 1, 1],
    ['a thousand links', 1_000, 1],
    ['a thousand and one links', 1_001, 2],
  ] as const)('costs a request for each thousand links begun: %s', async ([, links, requests]) => {
    const urls = Array.from({ length: links }, (_, index) => `${origin}/p/${index}`);
    const { map, used } = service({ ...small, [`${origin}/sitemap.xml`]: sitemap(urls) });

    const { body } = await map({ sitemap: 'only' });

    expect(body).toMatchObject({ success: true, data: { total: links } });
    expect(await used()).toBe(requests);
  });

  test.for([{}, { accept: 'application/x-ndjson' }])(
    'costs nothing when it finds no link, and a warning gives the reason: %j',
    async (headers) => {
      const { map, used } = service(small);

      const { status, body } = await map({ excludes: ['*'] }, headers);

      expect([status, body['success'], body['warning']]).toEqual([
        200,
        true,
        'No URL that was found passes `excludes`.',
      ]);
      expect(await used()).toBe(0);
    },
  );

  test('of a URL without a scheme has the scheme under which the site was read', async () => {
    const { map } = service({
      'https://plain.example/': new AppError('CONNECTION_REFUSED', 'Nothing listens there.'),
      'https://plain.example/robots.txt': new AppError('CONNECTION_REFUSED', 'Nothing listens there.'),
      'http://plain.example/': page('Start', []),
    });

    const { body } = await map({ url: 'plain.example' });

    expect(body).toMatchObject({ url: 'http://plain.example/', data: { url: 'http://plain.example/' } });
  });

  test('is refused when the month has no request left, although it may find nothing', async () => {
    const { map } = service(small, ownKey('starter', { monthlyBudget: 0 }));

    const { status, body } = await map({ excludes: ['*'], limit: 1 });

    expect([status, body['code']]).toEqual([403, 'QUOTA_EXCEEDED']);
  });
});
