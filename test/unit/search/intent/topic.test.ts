import { describe, expect, it } from 'vitest';
import { readSentence } from '../../../../src/search/intent/read-sentence.ts';
import { aKnowledge } from '../../../fixtures/vocabulary.ts';

const knowledge = aKnowledge(['weather', 'radar', 'zorblatt', 'image', 'text']);
const queryOf = (sentence: string) => readSentence(sentence, knowledge).wanted?.words;
const conceptsIn = (sentence: string) =>
  readSentence(sentence, knowledge).topic.concepts.map(({ concept }) => concept.label);

describe('a sentence that names nothing to look for', () => {
  it.each([
    '',
    'hello there, how are you?',
    'good morning my friend',
    'thanks a lot, you are great',
    'can you help me please',
    'blah blah blah',
    'asdf qwer zxcv lkjh',
    'wuzzle frobnicate quux',
    'what is the meaning of life',
    'I want an API',
    '!!! ??? ...',
    '12345',
    '🌧🌧',
    '.*[a-z]+$',
  ])('has no keywords: %j', (sentence) => {
    const { intent, wanted } = readSentence(sentence, knowledge);

    expect(intent.keywords).toEqual([]);
    expect(wanted?.words.groups ?? []).toEqual([]);
  });
});

describe('a concept', () => {
  it.each([
    ['turn a photo into words', 'ocr'],
    ['read this article out loud', 'text to speech'],
    ['was my e-mail hacked', 'data breach'],
    ['what can I cook tonight', 'recipes'],
    ['who owns this domain', 'whois'],
    ['where is my parcel', 'parcel tracking'],
    ['make an illustration from a description', 'image generation'],
    ['convert miles to kilometers', 'unit conversion'],
    ['quiero traducir un texto', 'translation'],
    ['Wettervorhersage für morgen', 'weather forecast'],
    ['Fahrplanauskunft für die Bahn', 'public transport'],
    ['paroles de chansons', 'lyrics'],
    ['piadas engraçadas', 'jokes'],
    ['翻译文本', 'translation'],
    ['レシピ検索', 'recipes'],
    ['地震', 'earthquake'],
  ])('is understood in %j', (sentence, label) => {
    expect(conceptsIn(sentence)).toContain(label);
  });

  it('depends on the order of the words where that matters', () => {
    expect(conceptsIn('picture to text')).not.toContain('image generation');
    expect(conceptsIn('text to picture')).not.toContain('ocr');
  });

  it('gives way to a concept that its words and others say', () => {
    expect(conceptsIn('stock photos')).toEqual(['stock photos']);
  });
});

describe('an intent', () => {
  it('holds what a sentence asks for, and nothing else', () => {
    const { intent } = readSentence('weather radar on Base, verified, under a cent', knowledge);

    expect(intent).toEqual({
      keywords: ['weather', 'radar'],
      category: ['weather-environment'],
      chain: ['base'],
      status: 'verified',
      maxPrice: '0.01',
      maxPriceExclusive: true,
      peg: 'USD',
    });
  });
});

describe('the query of a sentence', () => {
  it('stays small, however long the sentence', () => {
    const sentence = 'weather radar recipes flights parcels lyrics movies jokes chess news books taxes '
      .repeat(6)
      .slice(0, 500);
    const { groups = [] } = queryOf(sentence) ?? {};

    expect(groups.length).toBeLessThanOrEqual(12);
    for (const { terms } of groups) expect(terms.length).toBeLessThanOrEqual(20);
  });

  it('looks for a word that only the catalog knows', () => {
    const { groups = [] } = queryOf('anything about zorblatt') ?? {};

    expect(groups.map(({ terms }) => terms[0]?.words)).toEqual([['zorblatt']]);
  });

  it('is the same each time', () => {
    expect(queryOf('rain radar text')).toEqual(queryOf('rain radar text'));
  });
});
