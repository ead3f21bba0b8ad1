import { describe, expect, it } from 'vitest';
import { aRegistration, register } from '../../support/registration.ts';
import { aServer, aWorkplace } from '../../support/workplace.ts';

describe('the log', () => {
  it('contains no key and no Authorization header, wherever a client puts its key', async () => {
    const workplace = await aWorkplace();
    const key = await workplace.key();
    const server = await aServer(workplace, { LOG_LEVEL: 'trace' });
    const wrong = `tbk_0000000000000_${'1'.repeat(52)}`;

    expect((await register(server.url, key, aRegistration(1))).status).toBe(201);
    expect((await register(server.url, key, { name: key })).status).toBe(422);
    expect((await register(server.url, wrong, aRegistration(2))).status).toBe(401);
    const strange: [string, RequestInit][] = [
      [`/api/services?api_key=${key}&limit=${key}`, {}],
      [`/api/services/search/intent?q=${key}`, {}],
      [`/services/?key=${key}`, { headers: { authorization: `Bearer ${key}`, cookie: `key=${key}` } }],
      ['/api/services', { method: 'DELETE', headers: { authorization: `Bearer ${key}` } }],
      [
        '/api/services',
        {
          method: 'POST',
          headers: { authorization: `Basic ${btoa(key)}`, 'x-request-id': `${key}!` },
          body: key,
        },
      ],
    ];
    for (const [path, init] of strange) await (await fetch(server.url + path, init)).text();
    expect(await server.stop('SIGTERM')).toBe(0);

    const output = server.output();
    expect(output).toContain('"method":"POST"');
    for (const secret of [key, key.slice(-52), wrong, wrong.slice(-52), btoa(key), 'Bearer', 'Basic']) {
      expect(output).not.toContain(secret);
    }
    expect(output.toLowerCase()).not.toContain('authorization');
  });

  it('leads from a request to its commit by the id that a trusted proxy gave it', async () => {
    const workplace = await aWorkplace();
    const key = await workplace.key();
    const server = await aServer(workplace, { TRUSTED_PROXIES: '127.0.0.1' });
    const answer = await register(server.url, key, aRegistration(1), { 'X-Request-Id': 'order-1' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('x-request-id')).toBe('order-1');
    await server.stop('SIGTERM');

    const lines = server
      .output()
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: 'committed', acts: 1, requests: ['order-1'] }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: 'request', requestId: 'order-1', method: 'POST', status: 201 }),
    );
  });

  it('is one JSON object per line, with time and message', async () => {
    const workplace = await aWorkplace();
    const server = await aServer(workplace);
    await register(server.url, 'nonsense', {});
    await server.stop('SIGTERM');

    const lines = server
      .output()
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(lines.length).toBeGreaterThanOrEqual(3);
    for (const line of lines) {
      expect(line).toMatchObject({
        level: expect.any(Number) as number,
        time: expect.any(Number) as number,
        msg: expect.any(String) as string,
      });
    }
    expect(lines).toContainEqual(
      expect.objectContaining({
        method: 'POST',
        path: '/api/services',
        status: 401,
        requestId: expect.any(String) as string,
      }),
    );
  });
});
