import { isAppError } from '#shared/kernel/errors.ts';
import { renderRequest } from '#shared/contract/render.ts';
import type { RenderPage } from '#shared/web/render/render-page.ts';
import { kindOf } from './hostile-pages.ts';

export interface SoakedPage {
  readonly name: string;
  /** `page`, or the failure's code. */
  readonly outcome: string;
  readonly isExpected: boolean;
  readonly ms: number;
}

export interface Soak {
  readonly renderPage: RenderPage;
  readonly siteUrl: string;
  readonly pages: number;
  readonly atOnce: number;
  readonly timeoutMs: number;
  /** Told after each page how many there have been. */
  readonly onPage?: (count: number) => void;
}

/** Renders sound and hostile pages in turn, several at once. */
export async function soak({
  renderPage,
  siteUrl,
  pages,
  atOnce,
  timeoutMs,
  onPage,
}: Soak): Promise<SoakedPage[]> {
  const soaked: SoakedPage[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < pages) {
      const { name, becomes } = kindOf(next);
      next += 1;
      const request = renderRequest.parse({ url: `${siteUrl}/?kind=${encodeURIComponent(name)}`, timeoutMs });
      const startedMs = performance.now();
      const outcome = await renderPage(request, { signal: new AbortController().signal }).then(
        () => 'page',
        (error: unknown) => (isAppError(error) ? error.code : String(error)),
      );
      const ms = performance.now() - startedMs;
      soaked.push({ name, outcome, isExpected: becomes.includes(outcome), ms });
      onPage?.(soaked.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return soaked;
}
