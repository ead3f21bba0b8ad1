import { describe, expect, it } from 'vitest';
import { questionOf } from '../../../src/search/intent/intent.ts';
import { Search } from '../../../src/search/search.ts';
import { anEntry, aSnapshot } from '../../fixtures/services.ts';

const page = { limit: 100, offset: 0 };

function service(name: string, description: string, category = 'ai-inference') {
  const host = name.toLowerCase().replaceAll(' ', '-');

  return anEntry({ name, description, category, endpoint: `https://${host}.example.com` });
}

const search = new Search(
  aSnapshot([
    service('Rain Radar', 'Hourly weather forecast.', 'weather-environment'),
    service('Storm Watch', 'Weather warnings before a storm.', 'weather-environment'),
    service('Word Smith', 'Translates a text into another language.'),
    service('Smudge Reader', 'OCR for scans and phone photos.'),
    service('Fernbrush', 'Image generation from a prompt, one PNG for each request.'),
    service('Nine Vectors', 'Turns passages into embeddings.'),
    service('How Are You', 'A mood diary that asks how you are doing today, and where you are.'),
    service('Knight Move', 'Chess games and puzzles.'),
  ]),
);

const listed = async (text: string): Promise<string[]> => {
  const { entries } = await search.list({ ...questionOf(await search.understand(text)), ...page });
  return entries.map(({ declared }) => declared.name);
};
const byIntent = async (text: string): Promise<string[]> =>
  (await search.intent(await search.readSentence(text), page)).hits.map(({ entry }) => entry.declared.name);
const byList = async (text: string): Promise<string[]> => {
  const { entries } = await search.list({ wanted: await search.readKeywords(text), ...page });
  return entries.map(({ declared }) => declared.name);
};

describe('a service that is asked for by its name', () => {
  const named = new Search(
    aSnapshot([
      service('Claude', 'Talks.', 'communication-social'),
      service('Model Hub', 'LLM inference: chat completions by large language models, Claude among them.'),
      service('Chat Completions', 'LLM inference by large language models.'),
    ]),
  );
  const first = async (text: string): Promise<string | undefined> =>
    (await named.intent(await named.readSentence(text), page)).hits[0]?.entry.declared.name;

  it.each([
    ['alone', 'claude'],
    ['with a demand', 'Claude under $100'],
    ['with words of asking', 'show me the Claude API'],
    ['in JSON', '{"q":"claude","maxPrice":"100"}'],
  ])('comes first %s', async (_how, text) => {
    expect(await first(text)).toBe('Claude');
  });

  it('ranks like others when more is asked for', async () => {
    expect(await first('Claude language models')).not.toBe('Claude');
  });
});

describe('a conversion', () => {
  const converting = new Search(
    aSnapshot([
      service('Voice Maker', 'Text to speech.'),
      service('Scribe', 'Live transcription for agents: speech-to-text in many languages.'),
    ]),
  );

  it.each(['speech to text', 'turn speech into text', 'Sprache zu Text'])(
    'ranks what converts before what converts the other way round: %s',
    async (text) => {
      const { hits } = await converting.intent(await converting.readSentence(text), page);
      const { entries } = await converting.list({ wanted: await converting.readKeywords(text), ...page });

      expect(hits[0]?.entry.declared.name).toBe('Scribe');
      expect(entries[0]?.declared.name).toBe('Scribe');
    },
  );
});

describe('keywords of a list', () => {
  it('leave out words that hold sentences together, but for the last, which may be half a word', async () => {
    expect(await byList('the weather before a storm')).toEqual(await byList('weather storm'));
    expect(await byList('weather be')).toEqual(['Storm Watch']);
  });
});

describe('a sentence', () => {
  it.each([
    ['has a function word', 'turns a picture into text'],
    ['has a function word between two others', 'picture to text'],
    ['has a function word of another language', 'traducir un texto'],
    ['begins with what requests begin with', 'need weather'],
    ['is as long as no keywords are', 'forecast rain storm radar'],
    ['demands a price', 'weather under $100'],
    ['demands an order', 'cheapest weather'],
    ['is Japanese', '天気予報'],
    ['is Chinese', '翻译文本'],
    ['is JSON', '{"task": "draw a picture", "budget": "100 USDC"}'],
    ['has no word that is known', 'asdf qwer zxcv lkjh'],
  ])('finds what the API finds by intent, in the same order, when it %s: %s', async (_why, text) => {
    expect(await listed(text)).toEqual(await byIntent(text));
  });

  it('finds what its words mean, even if other services have the words themselves', async () => {
    expect((await listed('turns a picture into text'))[0]).toBe('Smudge Reader');
  });

  it.each([
    'hello there, how are you',
    'hello',
    'Good morning!',
    'thank you',
    'thanks, that is all for now',
    '你好',
  ])('finds nothing when it is a greeting: %s', async (text) => {
    expect(await listed(text)).toEqual([]);
  });

  it('of demands alone finds all services that meet them', async () => {
    expect(await listed('verified')).toEqual([]);
    expect(await listed('unverified, by name')).toHaveLength(8);
    expect((await search.understand('unverified, by name')).wanted).toBeUndefined();
  });

  it('says what it demands', async () => {
    expect((await search.understand('weather under $0.01 please')).constraints).toEqual({
      maxPrice: '0.01',
      maxPriceExclusive: true,
      peg: 'USD',
    });
  });
});

describe('keywords', () => {
  it.each([
    ['one word', 'weather'],
    ['half a word', 'weath'],
    ['a misspelt word', 'wether'],
    ['several words', 'weather storm'],
    ['three words, the last half a word', 'weather storm warn'],
    ['a function word alone', 'how'],
    ['a name that begins with a greeting', 'hello world'],
    ['a word of this trade', 'weather api'],
  ])('find what the list of the API finds, in the same order: %s', async (_what, text) => {
    expect(await listed(text)).toEqual(await byList(text));
  });

  it('demand nothing', async () => {
    expect((await search.understand('weather storm')).constraints).toEqual({});
  });
});
