/** A model's longest answer is far below; more is a broken endpoint. */
const maxAnswerBytes = 8 * 1024 * 1024;

function bounded(body: ReadableStream<Uint8Array>, maxBytes: number): ReadableStream<Uint8Array> {
  let received = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        received += chunk.byteLength;
        if (received > maxBytes) controller.error(new Error(`The answer is longer than ${maxBytes} bytes.`));
        else controller.enqueue(chunk);
      },
    }),
  );
}

/**
 * `fetch` for the model's endpoint, which is the operator's word and may be private. It follows no redirect, for
 * those are somebody else's word, and ends an answer that has no end.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  return new Response(bounded(response.body, maxAnswerBytes), { status, statusText, headers });
};
