import { AppError, type ErrorCode, isErrorCode } from '#shared/kernel/errors.ts';

import type { RenderedPage } from './render-page.ts';

// What render-page streams to its caller: one line of JSON, then the document's bytes, then the
// screenshot's. A failure is the line alone, since failed pages are results and not errors of the function.

type PageHeader = Omit<RenderedPage, 'html' | 'screenshot'> & {
  readonly htmlBytes: number;
  readonly screenshotBytes: number | undefined;
};

interface FailureHeader {
  readonly failure: { readonly code: ErrorCode; readonly message: string };
}

export function encodePage({ html, screenshot, ...page }: RenderedPage): readonly Uint8Array[] {
  const body = Buffer.from(html);
  const header: PageHeader = {
    ...page,
    htmlBytes: body.length,
    screenshotBytes: screenshot?.byteLength,
  };
  return [
    Buffer.from(`${JSON.stringify(header)}\n`),
    body,
    ...(screenshot === undefined ? [] : [screenshot]),
  ];
}

export function encodeFailure({ code, message }: AppError): Uint8Array {
  const header: FailureHeader = { failure: { code, message } };
  return Buffer.from(`${JSON.stringify(header)}\n`);
}

/** Throws the page's failure, or RENDERER_UNAVAILABLE when the stream ended early or has another format. */
export function decodePage(bytes: Buffer): RenderedPage {
  const lineEnd = bytes.indexOf('\n');
  if (lineEnd < 0) throw new AppError('RENDERER_UNAVAILABLE', 'The browser broke off its reply.');
  const header = JSON.parse(bytes.toString('utf8', 0, lineEnd)) as FailureHeader | PageHeader;
  if ('failure' in header) {
    const { code, message } = header.failure;
    throw new AppError(isErrorCode(code) ? code : 'RENDERER_UNAVAILABLE', message);
  }
  const { htmlBytes, screenshotBytes, ...page } = header;
  const htmlEnd = lineEnd + 1 + htmlBytes;
  if (bytes.length !== htmlEnd + (screenshotBytes ?? 0))
    throw new AppError('RENDERER_UNAVAILABLE', 'The browser broke off its reply.');
  return {
    ...page,
    html: bytes.toString('utf8', lineEnd + 1, htmlEnd),
    ...(screenshotBytes === undefined ? {} : { screenshot: bytes.subarray(htmlEnd) }),
  };
}
