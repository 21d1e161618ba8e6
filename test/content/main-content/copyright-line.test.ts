import { describe, expect, test } from 'vitest';

import { markdownOf } from '../read-page.ts';

const text = 'The keeper reads the tide at the harbour each morning, and writes it down for the ferries. ';
const written = (body: string): Promise<string> =>
  markdownOf(`<!doctype html><title>Tides</title><main><h1>Tides</h1>${body}</main>`, {
    onlyMainContent: true,
  });

describe('a line at the end that says whose copyright a text is', () => {
  test.for([
    'Copyright © 2012 The Press Association. All rights reserved.',
    '(Copyright 2007 by The Associated Press. All Rights Reserved.)',
    '© 2020 Hafenzeitung. Alle Rechte vorbehalten.',
    '&lt;저작권자ⓒ대전일보사. 무단전재-재배포 금지&gt;',
  ])('is left out: %s', async (line) => {
    expect(await written(`<p>${text.repeat(12)}</p><p>${line}</p>`)).not.toContain(line.slice(3, 20));
  });

  test.for([
    [
      'right below a heading',
      '<h2>Copyright</h2><p>Copyright © 2024 Mill. All rights reserved. You may copy single pages.</p>',
    ],
    [
      'without a year or a sign',
      '<p>Copyrighted photographs may not be reproduced on posters, mugs or shirts.</p>',
    ],
  ])('stays %s', async ([, end]) => {
    expect(await written(`<p>${text.repeat(12)}</p>${end}<p>${text}</p>`)).toMatch(
      /single pages|mugs or shirts/,
    );
  });

  test('stays where the text goes on, and where it is a sentence', async () => {
    const line = 'Copyright 2007 by the harbour. All rights reserved.';
    const more = `<p>${text}</p>`.repeat(2);
    const sentence =
      `Copyright of the table is with the harbour, so that the keeper may print it. ${text}`.trim();

    expect(await written(`<p>${text.repeat(12)}</p><p>${line}</p>${more}`)).toContain(line);
    expect(await written(`<p>${text.repeat(12)}</p><p>${sentence}</p>`)).toContain('may print it');
  });
});
