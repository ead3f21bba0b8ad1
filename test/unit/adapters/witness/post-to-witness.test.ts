import { createServer, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { postToWitness } from '../../../../src/adapters/witness/post-to-witness.ts';
import { listening } from '../../../support/listening.ts';

const witness = (answer: RequestListener): Promise<string> => listening(createServer(answer));

describe('a request to a witness', () => {
  it('brings the body there, and status and text back', async () => {
    const url = await witness((request, response) => {
      void text(request).then((body) => response.writeHead(409).end(`${String(request.method)} ${body}`));
    });

    expect(await postToWitness(url, 'old 0\n')).toEqual({ status: 409, text: 'POST old 0\n' });
  });

  it('follows no redirect', async () => {
    const url = await witness((_, response) => response.writeHead(307, { location: '/else' }).end());

    expect(await postToWitness(url, '')).toMatchObject({ status: 307 });
  });

  it('reads no more than 16 KiB', async () => {
    const url = await witness((_, response) => {
      response.end('x'.repeat(16 * 1024 + 1));
    });

    await expect(postToWitness(url, '')).rejects.toThrow(/^answers with more than 16384 bytes$/);
  });

  it('waits 10 seconds at most', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());

    await expect(postToWitness('http://127.0.0.1:9', '')).rejects.toThrow(/^no answer within 10 s$/);
    expect(timeout).toHaveBeenCalledWith(10_000);
    timeout.mockRestore();
  });

  it('says only in words why a connection fails', async () => {
    const url = await witness((request) => request.socket.destroy());

    await expect(postToWitness(url, '')).rejects.toThrow(/^cannot be reached: the connection broke off$/);
  });
});
