import { expect, onTestFinished, test } from 'vitest';

import { type PortChoice, serve } from '../../lib/local/http-server.ts';

const serverAt = async (choice: PortChoice) => {
  const server = await serve(async (_request, response) => void response.end(), choice);
  onTestFinished(server.close);
  return server;
};

test('a port that is taken is named, where no other one may be used', async () => {
  const { port } = await serverAt({ port: 0 });

  for (const reserved of [undefined, port])
    await expect(serverAt({ port, reserved })).rejects.toThrow(`Port ${port} is taken.`);
});

test('the next free port is not one that is reserved for another server', async () => {
  const { port } = await serverAt({ port: 0 });

  const next = await serverAt({ port, nextFree: true, reserved: port + 1 });

  expect(next.port).toBeGreaterThan(port + 1);
  expect((await serverAt({ port: port + 1, nextFree: true, reserved: port + 1 })).port).not.toBe(port + 1);
});
