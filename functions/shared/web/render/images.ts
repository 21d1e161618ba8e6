import type { RenderRequest } from '#shared/contract/render.ts';

/**
 * Images are no part of the text, and take half of a page's processor time. Screenshots and actions show them, and a page
 * that looks for bots may look whether they are loaded.
 */
export const needsImages = ({ screenshot, actions, profile }: RenderRequest): boolean =>
  screenshot !== 'none' || actions.length > 0 || profile === 'stealth';

/** GIF of one transparent pixel, in base64. */
const onePixel = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** A response that any document may read, as `Fetch.fulfillRequest` takes it: the page sees its image loaded. */
export function emptyImage(requestHeaders: Readonly<Record<string, string>>) {
  const origin = Object.entries(requestHeaders).find(([name]) => name.toLowerCase() === 'origin')?.[1];
  return {
    responseCode: 200,
    responseHeaders: [
      { name: 'content-type', value: 'image/gif' },
      { name: 'cross-origin-resource-policy', value: 'cross-origin' },
      { name: 'access-control-allow-origin', value: origin ?? '*' },
      { name: 'access-control-allow-credentials', value: 'true' },
    ],
    body: onePixel,
  };
}
