/** Far above the longest answer of a model: more means a broken endpoint. */
const maxAnswerBytes = 8 * 1024 * 1024;

function bounded(body: ReadableStream<Uint8Array>, maxBytes: number): ReadableStream<Uint8Array> {
  let received = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        received += chunk.byteLength;
        if (received > maxBytes) controller.error(new Error(`The response exceeds ${maxBytes} bytes.`));
        else controller.enqueue(chunk);
      },
    }),
  );
}

/**
 * `fetch` for the model's endpoint, which is set by the operator and may be private. It follows no redirect, because
 * its target is not, and limits the size of the response.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  return new Response(bounded(response.body, maxAnswerBytes), { status, statusText, headers });
};
