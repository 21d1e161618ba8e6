/* global awslambda */
import { setTimeout } from 'node:timers/promises';

let calls = 0;

export const streaming = awslambda.streamifyResponse(async (event, stream, context) => {
  const { ask, ms = 0, size = 0 } = event.body ? JSON.parse(event.body) : (event.queryStringParameters ?? {});
  if (ask === 'throw-first') throw new Error('before the first byte');
  if (ask === 'exit') process.exit(3);
  if (ask === 'sleep') await setTimeout(ms);
  const out = awslambda.HttpResponseStream.from(stream, {
    statusCode: 201,
    headers: { 'content-type': 'application/json', 'x-one': '1' },
    multiValueHeaders: { 'set-cookie': ['a=1', 'b=2'] },
  });
  if (ask === 'throw-at-once') {
    out.write('half of it');
    throw new Error('after the first byte');
  }
  if (ask === 'throw-later') {
    out.write('half of it');
    await setTimeout(20);
    throw new Error('after the first byte');
  }
  if (ask === 'large') {
    for (let sent = 0; sent < size; sent += 65_536)
      if (!out.write('x'.repeat(65_536))) await new Promise((resolve) => out.once('drain', resolve));
    out.end();
    return;
  }
  calls += 1;
  const { AWS_ACCESS_KEY_ID, FROM_TEMPLATE, HOME, SECRET_OF_THE_PARENT, TMPDIR } = process.env;
  out.write(
    JSON.stringify({
      event,
      calls,
      pid: process.pid,
      environment: { AWS_ACCESS_KEY_ID, FROM_TEMPLATE, HOME, SECRET_OF_THE_PARENT, TMPDIR },
      remaining: context.getRemainingTimeInMillis(),
    }),
  );
  out.end();
});

export const buffered = async ({ fail, value }) => {
  if (fail) throw new TypeError('as asked');
  return { value, pid: process.pid };
};
