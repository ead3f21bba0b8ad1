import { describe, expect, it } from 'vitest';
import { conversionsAmong, conversionsIn, isReverse } from '../../../../src/search/intent/conversions.ts';
import { wordsOf } from '../../../../src/search/text/words.ts';

describe('a conversion', () => {
  it.each([
    ['speech to text', 'speech', 'text'],
    ['speech-to-text under 1 cent', 'speech', 'text'],
    ['turn a picture into a text', 'pictur', 'text'],
    ['CSV into JSON', 'csv', 'json'],
  ])('is read from %j', (text, from, to) => {
    expect(conversionsIn(text)).toEqual([{ from, to }]);
  });

  it.each(['how to pay', 'I want to know', 'to json', 'json to', 'going to Paris', ''])(
    'is not read from %j',
    (text) => {
      expect(conversionsIn(text)).toEqual([]);
    },
  );
});

describe('the reverse of a conversion', () => {
  const says = (text: string, wanted = { from: 'speech', to: 'text' }): boolean =>
    isReverse(wanted, conversionsAmong(wordsOf(text)));

  it.each(['Text to Speech', 'A text-to-speech API', 'Turns texts into speech.', 'text to the speech'])(
    'is said by %j',
    (text) => {
      expect(says(text)).toBe(true);
    },
  );

  it.each(['Speech to text', 'Speech-to-text, and text-to-speech', 'text, speech', 'context to speech', ''])(
    'is not said by %j',
    (text) => {
      expect(says(text)).toBe(false);
    },
  );

  it('is told of words with signs, too', () => {
    expect(says('$x to C++', { from: 'c++', to: '$x' })).toBe(true);
  });
});
