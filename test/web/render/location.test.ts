import { describe, expect, test } from 'vitest';

import { serve } from '../egress/loopback.ts';
import { asked, chromiumIn, textOf } from './browser.ts';

const { signal } = new AbortController();

/** Asks for the position only where a page may: on hosts that browsers trust, such as this machine. */
const page = `<p id="out">waiting</p><p>${'Enough text for a page. '.repeat(12)}</p><script>
  const show = (text) => out.textContent = [navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone, text].join(' ');
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => show(coords.latitude + ' ' + coords.longitude),
    ({ code }) => show('refused ' + code),
  );
</script>`;

describe('a page in a browser', () => {
  test.for([
    [
      'is told the country that the caller names',
      {
        headers: { 'Accept-Language': 'de-DE,de;q=0.9' },
        timezone: 'Europe/Berlin',
        geolocation: { latitude: 52.5, longitude: 13.37 },
      },
      'de-DE Europe/Berlin 52.5 13.37',
    ],
    ['is told no position when the caller names none', {}, 'en-US UTC refused 1'],
  ] as const)('%s', async ([, options, text]) => {
    const site = await serve((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(page);
    });
    const host = `127.0.0.1:${site.port}`;

    const { html } = await chromiumIn({ allow: [host] })(asked(`http://${host}/`, options), { signal });

    expect(textOf(html)).toContain(text);
  });

  test('is taken as a JPEG of the wanted quality', async () => {
    const site = await serve((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<h1>Harbor</h1>'.repeat(30));
    });
    const host = `127.0.0.1:${site.port}`;
    const take = async (quality: number) => {
      const request = asked(`http://${host}/`, {
        screenshot: 'viewport',
        viewport: { width: 640, height: 400 },
        quality,
      });
      return (await chromiumIn({ allow: [host] })(request, { signal })).screenshot ?? new Uint8Array();
    };

    const [poor, good] = await Promise.all([take(5), take(95)]);

    expect([poor[0], poor[1], good[0], good[1]]).toEqual([0xff, 0xd8, 0xff, 0xd8]);
    expect(poor.length).toBeLessThan(good.length);
  });
});
