import { describe, expect, it } from 'vitest';
import { AnswerTooLong, connectionFault, textWithin } from '../../../src/adapters/answer-text.ts';

describe('the text of an answer', () => {
  it('is read up to its limit, in bytes', async () => {
    expect(await textWithin(new Response('grün'), 5)).toBe('grün');
    expect(await textWithin(new Response(null), 0)).toBe('');
    await expect(textWithin(new Response('grün'), 4)).rejects.toThrow(AnswerTooLong);
  });

  it('is given up at the limit, however much follows', async () => {
    let pieces = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pieces += 1;
        controller.enqueue(new Uint8Array(1000));
      },
    });

    await expect(textWithin(new Response(endless), 10_000)).rejects.toThrow(
      'answers with more than 10000 bytes',
    );
    expect(pieces).toBeLessThan(20);
  });
});

describe('a connection that failed', () => {
  it('is named by its code, never by its message', () => {
    const cause = Object.assign(new Error('https://secret'), { code: 'ECONNRESET' });

    expect(connectionFault(new TypeError('fetch failed', { cause }))).toBe('ECONNRESET');
    expect(connectionFault(cause)).toBe('ECONNRESET');
    expect(connectionFault(new TypeError('https://secret'))).toBe('the connection failed');
    expect(connectionFault('https://secret')).toBe('the connection failed');
  });
});
