import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Group, Term, TextQuery } from '../../../../src/search/query/wanted.ts';
import { fieldWordsOf, type Texts } from '../../../../src/search/words/fields.ts';
import type { Scores } from '../../../../src/search/words/scores.ts';
import { WordIndex } from '../../../../src/search/words/word-index.ts';

interface Document extends Texts {
  readonly place: number;
}

function document(place: number, texts: Partial<Texts>): Document {
  return { place, name: '', description: '', host: '', path: '', category: '', ...texts };
}

function indexOf(documents: readonly Document[]): WordIndex {
  const index = new WordIndex();
  for (const each of documents) index.add(each.place, fieldWordsOf(each));
  return index;
}

function bestFirst(scores: Scores): number[] {
  return [...scores].sort(([a, m], [b, n]) => n - m || a - b).map(([place]) => place);
}

function term(text: string, more: Partial<Term> = {}): Term {
  return { words: text.split(' '), weight: 1, ...more };
}

function group(...terms: Term[]): Group {
  return { terms, weight: 1 };
}

function query(groups: readonly Group[], more: Partial<TextQuery> = {}): TextQuery {
  return { groups, atLeast: groups.length, ...more };
}

const found = (index: WordIndex, asked: TextQuery): number[] => [...index.score(asked).keys()].sort();

/** Without the last digits, which depend on the order of adding. */
function rounded(scores: Scores): Map<number, string> {
  return new Map([...scores].sort(([a], [b]) => a - b).map(([place, score]) => [place, score.toFixed(9)]));
}

describe('a term', () => {
  it('of several words is found where one field holds all of them', () => {
    const index = indexOf([
      document(0, { name: 'Rain radar' }),
      document(1, { name: 'Rain', description: 'A radar.' }),
      document(2, { description: 'The radar shows rain.' }),
    ]);

    expect(found(index, query([group(term('rain radar'))]))).toEqual([0, 2]);
  });

  it('of several words scores less where fields hold only some of them', () => {
    const index = indexOf([
      document(0, { description: 'Rain radar.' }),
      document(1, { description: 'Rain radar.', host: 'rain.example.com' }),
    ]);
    const together = index.holding(term('rain radar'));
    const apart = ['rain', 'radar'].map((word) => index.holding(term(word)));
    const sumAt = (place: number): number => apart.reduce((sum, scores) => sum + (scores.get(place) ?? 0), 0);

    expect(together.get(0)).toBeCloseTo(2 * sumAt(0), 9);
    expect(together.get(1)).toBeLessThan(1.9 * sumAt(1));
  });

  it('is found by its beginning only where it may be half a word, the whole word first', () => {
    const index = indexOf([document(0, { name: 'Rainfall' }), document(1, { name: 'Rain' })]);

    expect(bestFirst(index.holding(term('rain')))).toEqual([1]);
    expect(bestFirst(index.holding(term('rain', { prefix: true })))).toEqual([1, 0]);
  });

  it('is found with a typo only where fewer than ten services hold the word itself', () => {
    const typo = document(99, { name: 'weether' });
    const others = Array.from({ length: 100 }, (_, i) => document(100 + i, { name: `other ${String(i)}` }));
    const holding = (count: number): readonly number[] =>
      bestFirst(
        indexOf([
          typo,
          ...Array.from({ length: count }, (_, place) => document(place, { name: 'weather' })),
          ...others,
        ]).holding(term('weather', { fuzzy: true })),
      );

    expect(holding(9)).toHaveLength(10);
    expect(holding(9).at(-1)).toBe(99);
    expect(holding(10)).not.toContain(99);
    expect(indexOf([typo]).holding(term('weather'))).toEqual(new Map());
  });
});

describe('a group of terms', () => {
  const index = indexOf([
    document(0, { name: 'Rain' }),
    document(1, { name: 'Precipitation' }),
    document(2, { name: 'Rain precipitation' }),
  ]);
  const [rain, precipitation] = [term('rain'), term('precipitation', { weight: 0.5 })];

  it('scores as the best of its terms, not as their sum', () => {
    const [each, both] = [
      index.score(query([group(rain)])),
      index.score(query([group(rain, precipitation)])),
    ];

    expect(both.get(0)).toBe(each.get(0));
    expect(both.get(2)).toBe(each.get(2));
    expect(both.get(1)).toBe(index.score(query([group(precipitation)])).get(1));
  });

  it('counts by its weight', () => {
    const [single, triple] = [1, 3].map((weight) => index.score(query([{ ...group(rain), weight }])));

    expect(triple?.get(0)).toBeCloseTo(3 * (single?.get(0) ?? 0), 9);
  });
});

describe('a query', () => {
  const index = indexOf([
    document(0, { name: 'Rain' }),
    document(1, { name: 'Rain radar' }),
    document(2, { name: 'Storm' }),
  ]);
  const [rain, radar, snow] = ['rain', 'radar', 'snow'].map((word) => group(term(word))) as [
    Group,
    Group,
    Group,
  ];

  it('finds where enough of the groups match', () => {
    expect(found(index, query([rain, radar]))).toEqual([1]);
    expect(found(index, query([rain, radar], { atLeast: 1 }))).toEqual([0, 1]);
    expect(found(index, query([rain, radar, snow]))).toEqual([]);
  });

  it('finds where any group matches when that is allowed and no service has enough', () => {
    expect(found(index, query([rain, radar, snow], { orAny: true }))).toEqual([0, 1]);
    expect(found(index, query([rain, radar], { orAny: true }))).toEqual([1]);
  });

  it('only raises by a bonus what others find', () => {
    const bonus: Group = { ...group(term('storm'), term('radar')), bonus: true };
    const [plain, raised] = [index.score(query([rain])), index.score(query([rain, bonus], { atLeast: 1 }))];

    expect([...raised.keys()].sort()).toEqual([0, 1]);
    expect(raised.get(0)).toBe(plain.get(0));
    expect(raised.get(1)).toBeGreaterThan(plain.get(1) ?? Infinity);
  });
});

describe('a document that is removed', () => {
  const texts = fc.constantFrom('rain', 'rain radar', 'radar of rain', 'storm', 'rainfall', '天気予報', '');
  const documents = fc.array(fc.record({ name: texts, description: texts }), { maxLength: 12 });

  it('is found no more, and leaves all scores as if it had never been there', () => {
    fc.assert(
      fc.property(documents, documents, (staying, going) => {
        const stays = staying.map((each, place) => document(2 * place, each));
        const goes = going.map((each, place) => document(2 * place + 1, each));
        const index = indexOf([...goes.slice(0, 3), ...stays, ...goes.slice(3)]);
        for (const each of goes) index.remove(each.place, fieldWordsOf(each));

        for (const asked of ['rain', 'radar', 'rada', '天気']) {
          const wanted = query([group(term(asked, { prefix: true, fuzzy: true }))]);
          expect(rounded(index.score(wanted))).toEqual(rounded(indexOf(stays).score(wanted)));
        }
      }),
    );
  });
});
