import { expect, test } from 'vitest';

import { renderRequest } from '#shared/contract/render.ts';
import { appearanceOf, withViewport } from '#shared/web/render/appearance.ts';

const asked = (options: object) =>
  appearanceOf(
    renderRequest.parse({ url: 'https://a.example/', timeoutMs: 1_000, ...options }),
    '153.0.0.0',
    'Bot',
  );

test.for([
  [{ mobile: true }, 2],
  [{ mobile: true, viewport: { width: 1_000, height: 2_000 } }, 2],
  [{ mobile: true, viewport: { width: 3_840, height: 4_096 } }, 1],
  [{ viewport: { width: 3_840, height: 4_096 } }, 1],
] as const)('no window has more than 40 million device pixels: %j', ([options, scale]) => {
  expect(asked(options).deviceScaleFactor).toBe(scale);
});

test('nor has the window of an action', () => {
  expect(withViewport(asked({ mobile: true }), { width: 3_840, height: 4_096 }).deviceScaleFactor).toBe(1);
});
