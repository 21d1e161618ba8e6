import { describe } from 'vitest';

import { follows } from './follows.ts';

const callout = (classes: string): string =>
  `<div class="nextra-callout ${classes}"><div class="x:select-none"><svg></svg></div><div class="x:w-full"><p>Bring two.</p></div></div>`;

describe('pages of Nextra', () => {
  follows([
    [
      'have callouts, whose kind is their color, of version 4 and of those before it',
      callout('x:flex x:bg-yellow-50 x:dark:bg-yellow-700/30') + callout('nx-flex nx-bg-blue-100'),
      '> [!warning] Warning\n>\n> Bring two.\n\n> [!info] Info\n>\n> Bring two.',
    ],
    [
      'have the names of folders in trees of files',
      '<div class="nextra-steps"><h3>Row</h3></div><ul><li><button type="button"><svg></svg>app</button><ul><li><svg></svg>page.tsx</li></ul></li></ul>',
      '### Row\n\n- app\n  - page.tsx',
    ],
  ]);
});
