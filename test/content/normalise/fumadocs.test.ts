import { describe } from 'vitest';

import { follows } from './follows.ts';

const page = (content: string): string => `<article id="nd-page">${content}</article>`;
const callout = (color: string, content: string): string =>
  `<div class="flex gap-2 my-4" style="--callout-color:var(--color-fd-${color}, var(--color-fd-muted))"><div role="none"></div><svg></svg><div class="flex flex-col">${content}</div></div>`;

describe('pages of Fumadocs', () => {
  follows([
    [
      'have callouts, whose kind is their color',
      page(
        callout('warning', '<p class="font-medium my-0!">Rocks</p><div><p>Row.</p></div>') +
          callout('idea', '<div><p>Bring two.</p></div>'),
      ),
      '> [!warning] Rocks\n>\n> Row.\n\n> [!tip] Tip\n>\n> Bring two.',
    ],
    [
      'have the names and types of properties, which a button opens',
      page(
        '<button type="button" aria-expanded="false"><code>port</code><span class="@max-xl:hidden">number</span><svg></svg></button><div hidden=""></div>',
      ),
      '`port` (number)',
    ],
    [
      'have trees of files as lists',
      page(
        '<div class="not-prose rounded-md border"><div><button type="button" aria-expanded="true"><svg class="lucide lucide-folder-open"></svg>app</button><div><div class="ms-2"><div><svg class="lucide lucide-file"></svg>page.tsx</div></div></div></div><div><svg class="lucide lucide-file"></svg>README.md</div></div>',
      ),
      '- app\n  - page.tsx\n- README.md',
    ],
    [
      'are no other pages',
      '<button type="button" aria-expanded="false"><code>port</code><span>number</span></button><p>Row.</p>',
      'Row.',
    ],
  ]);
});
