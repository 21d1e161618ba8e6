/* global awslambda */
import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const note = (line) => appendFileSync(process.env.DIARY, `${line}\n`);

/** Takes as long as it is asked to: idle, with its event loop blocked, until it is let go, or its caller has gone. */
export const handler = awslambda.streamifyResponse(async (event, stream, context) => {
  const { ask, ms = 0, name = '' } = JSON.parse(event.body);
  if (name !== '') note(`${name} begins ${process.pid}`);
  if (ask === 'sleep') await setTimeout(ms);
  if (ask === 'block') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  if (ask === 'until-let-go') while (!existsSync(`${process.env.DIARY}-${name}`)) await setTimeout(20);
  if (ask === 'until-caller-gone') {
    await new Promise((resolve) => context.callerGone.addEventListener('abort', resolve));
    note(`${name} settles`);
  }
  const out = awslambda.HttpResponseStream.from(stream, { statusCode: 200 });
  out.end(JSON.stringify({ pid: process.pid, requestTimeEpoch: event.requestContext.requestTimeEpoch }));
});
