import { describe, expect, it } from 'vitest';
import { AnswerTooLong, textWithin } from '../../../src/adapters/answer-text.ts';

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
