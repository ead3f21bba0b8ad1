import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readOwnDictionaries, useOwnDictionaries } from '../../../../src/adapters/search/own-dictionaries.ts';
import { readConstraints } from '../../../../src/search/intent/read-constraints.ts';
import { readSentence } from '../../../../src/search/intent/read-sentence.ts';
import { languages, useDictionaries } from '../../../../src/search/languages/languages.ts';
import { toEnglish } from '../../../../src/search/languages/to-english.ts';
import { maxQueryLength } from '../../../../src/search/query/question.ts';
import { stem } from '../../../../src/search/text/stem.ts';
import { wordsOf } from '../../../../src/search/text/words.ts';
import { aKnowledge, aVocabulary } from '../../../fixtures/vocabulary.ts';
import { expectLinear } from '../../../support/growth.ts';
import { sentences } from './sentences.ts';

const vocabulary = aVocabulary();
const stemsOf = (text: string) => wordsOf(text).map((word) => stem(word));

describe.each(languages().map(({ code, file }) => [file.name, code] as const))('%s', (_name, code) => {
  const rows = sentences[code] ?? [];

  it('has sentences here', () => {
    expect(rows.length).toBeGreaterThanOrEqual(8);
  });

  it.each(rows)('reads %s', (sentence, topic, demands) => {
    const { english, language } = toEnglish(sentence, vocabulary);
    const { found, rest } = readConstraints(english, vocabulary);

    expect(language).toBe(code);
    expect(stemsOf(rest)).toEqual(expect.arrayContaining(stemsOf(topic)));
    expect(found).toEqual(demands);
  });
});

describe('a demand', () => {
  it.each([
    ['menos de medio céntimo', { maxPrice: '0.005', maxPriceExclusive: true, peg: 'USD' }],
    ["moins d'un centime par appel", { maxPrice: '0.01', maxPriceExclusive: true, peg: 'USD' }],
    ['un demi-centime maximum', { maxPrice: '0.005', peg: 'USD' }],
    ['weniger als ein Cent pro Bild', { maxPrice: '0.01', maxPriceExclusive: true, peg: 'USD' }],
    ['дешевле цента', { maxPrice: '0.01', maxPriceExclusive: true, peg: 'USD' }],
    ['bir sentten az', { maxPrice: '0.01', maxPriceExclusive: true, peg: 'USD' }],
    ['半セント以下', { maxPrice: '0.005', peg: 'USD' }],
    ['أقل من سنت واحد', { maxPrice: '0.01', maxPriceExclusive: true, peg: 'USD' }],
    ['mindestens 50 kostenlose Anfragen', { freeQuota: 50 }],
    ['al menos 50 llamadas gratis', { freeQuota: 50 }],
    ['信頼スコア80以上', { minTrustScore: 80 }],
    ["score de confiance d'au moins 80", { minTrustScore: 80 }],
    ['los más nuevos primero', { sortBy: 'createdAt', sortOrder: 'desc' }],
    ['bezahlt in EURC', { currency: 'EURC' }],
    ['payer en EURC sur Base', { chain: ['base'], currency: 'EURC' }],
    ["Base'de ödenen", { chain: ['base'] }],
    ['BaseまたはSolanaで支払える', { chain: ['base', 'solana'] }],
    ['테스트넷 제외', { excludes: { chain: ['base-sepolia', 'solana-devnet'] } }],
    ['без тестовых сетей', { excludes: { chain: ['base-sepolia', 'solana-devnet'] } }],
    ['Nachrichten, aber nichts über Sport', { excludes: { category: ['sports-games'] } }],
    ['cotización de Ethereum', {}],
    ['Ethereumのガス代', {}],
    ['precio del dólar hoy', {}],
    ['поезд до Москвы', {}],
  ])('is read from %s', (text, demands) => {
    expect(readConstraints(toEnglish(text, vocabulary).english, vocabulary).found).toEqual(demands);
  });
});

describe('a text that stays as it is', () => {
  it.each([
    'API para OCR on Base under $0.01',
    'lyrics of La Vie en Rose',
    'weather in São Paulo tomorrow',
    'Paris weather',
    'validate a Brazilian CNPJ',
    'IBAN check',
    'wether forcast',
    'geocod',
    'blah blah blah',
    'xyzzy',
    '',
    '🌧 12345 !?',
  ])('%j', (text) => {
    expect(toEnglish(text, vocabulary)).toEqual({ english: text, said: new Map() });
  });
});

describe('a text in another language', () => {
  it('keeps words that no dictionary knows', () => {
    expect(wordsOf(toEnglish('validar un CNPJ o un IBAN', vocabulary).english)).toEqual(
      expect.arrayContaining(['cnpj', 'iban']),
    );
  });

  it('keeps its English words', () => {
    const { english } = toEnglish('necesito traducir unos textos on Base under 2 cents', vocabulary);

    expect(readConstraints(english, vocabulary).found).toEqual({
      chain: ['base'],
      maxPrice: '0.02',
      maxPriceExclusive: true,
      peg: 'USD',
    });
  });

  it('limits an amount by a word that the catalog has, too', () => {
    const facts = aVocabulary(['bis', 'do', '2', 'y', '1']);
    const english = (text: string) => toEnglish(text, facts).english;

    expect(english('Wettervorhersage bis 2 Cent')).toContain('at most 2 cent');
    expect(english('tłumaczenie do 2 centów')).toContain('at most 2 cent');
    expect(english('traducción entre 0,1 y 1 centavo')).toContain('between 0,1 and 1 cent');
  });

  it('is shown as it was written', () => {
    expect(readSentence('Wettervorhersage für Berlin', aKnowledge()).intent.keywords).toEqual([
      'Wettervorhersage',
    ]);
    expect(toEnglish('明日の天気', vocabulary).said.get('weather')).toBe('天気');
  });

  it('is English when the catalog says so', () => {
    expect(toEnglish('meteo', vocabulary).language).toBeDefined();
    expect(toEnglish('meteo', aVocabulary(['meteo'])).language).toBeUndefined();
  });
});

describe('dictionaries', () => {
  it('are loaded with the first text that may not be English, and once', () => {
    const read = vi.fn(readOwnDictionaries);
    useDictionaries(read);
    onTestFinished(useOwnDictionaries);

    for (const text of ['cheapest weather forecast on Base under $0.01', 'OCR', 'translate 2 PDF pages']) {
      readSentence(text, aKnowledge());
    }
    expect(read).not.toHaveBeenCalled();

    for (const text of ['Wettervorhersage', 'pronóstico del tiempo']) readSentence(text, aKnowledge());
    expect(read).toHaveBeenCalledOnce();
  });
});

describe('a text made to be slow to read', () => {
  it.each([
    ['one long word', 'ü'],
    ['words with the same beginning', 'verk verl verm vern '],
    ['one character without spaces', '天'],
    ['a long compound', 'wetter'],
    ['the beginning of a long phrase', 'por menos '],
    ['words that follow their noun', 'Base 없이 '],
    ['every script', 'aя你あ한ع'],
    ['letters that stand for whole words', 'ﷺ'],
    ['marks alone', '\u0301'],
  ])('takes a time that grows with it alone: %s', (_what, part) => {
    expectLinear(
      (text) => toEnglish(text, vocabulary),
      (size) => `Wetter ${part.repeat(size)}`.slice(0, size),
      maxQueryLength,
    );
  });
});
