import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/**
 * The lines of a stream of UTF-8, ended by LF alone. `node:readline` also ends them at U+2028 and U+2029, which JSON has
 * within its texts (RFC 8259 §7).
 */
export async function* linesOf(input: Readable): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let begun = '';
  for await (const chunk of input as AsyncIterable<Buffer | string>) {
    const [first = '', ...others] = (typeof chunk === 'string' ? chunk : decoder.write(chunk)).split('\n');
    begun += first;
    for (const line of others) {
      yield begun;
      begun = line;
    }
  }
  if (begun !== '') yield begun;
}
