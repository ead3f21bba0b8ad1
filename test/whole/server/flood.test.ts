import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import { type RunningServer, startServerWithin, Workplace } from '../../support/running-server.ts';

/** A server with few file descriptors, as in a small container. */
const descriptors = 300;
const flood = 600;

let workplace: Workplace;
let server: RunningServer;
let sockets: Socket[] = [];

beforeAll(async () => {
  workplace = await Workplace.make();
  await writeCatalog(workplace.catalog, serviceNamed('one'));
  expect(await workplace.build()).toMatchObject({ code: 0 });
  server = await startServerWithin(descriptors, workplace.environment);
});

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await server.stop('SIGKILL', true);
  await workplace.remove();
});

it('survives more connections with downloads than it has file descriptors', async () => {
  const { hostname, port } = new URL(server.url);
  sockets = Array.from({ length: flood }, () => connect(Number(port), hostname).on('error', () => undefined));
  const settled = sockets.map((socket) => {
    socket.write('GET /og.png HTTP/1.1\r\nHost: catalog.example.com\r\n\r\n');
    return Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => undefined);
  });
  await Promise.all(settled);
  expect(server.output()).not.toContain('EMFILE');

  for (const socket of sockets) socket.destroy();
  let status: number | undefined;
  while (status === undefined) {
    status = await fetch(`${server.url}/health`).then(
      (response) => response.status,
      () => undefined,
    );
  }
  expect(status).toBe(200);
});
