import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CategoryModel } from '../../../../src/search/knowledge/category-model.ts';

interface Service {
  readonly category: string;
  readonly words: readonly string[];
}

function modelOf(services: readonly Service[]): CategoryModel {
  const model = new CategoryModel();
  for (const { category, words } of services) model.count(category, words, 1);
  return model;
}

describe('a model of categories', () => {
  it('knows after services came and went what a new one knows of those that stayed', () => {
    const services = fc.array(
      fc.record({
        category: fc.constantFrom('weather', 'maps'),
        words: fc.subarray(['rain', 'rains', 'radar', 'street']),
      }),
      { maxLength: 8 },
    );

    fc.assert(
      fc.property(services, services, (staying, going) => {
        const model = modelOf([...going, ...staying]);
        for (const { category, words } of going) model.count(category, words, -1);

        for (const asked of [['rain'], ['street', 'radar'], ['unknown']]) {
          expect(model.probabilities(asked)).toEqual(modelOf(staying).probabilities(asked));
        }
      }),
    );
  });

  it('finds the category probable whose services hold the words, in any form', () => {
    const model = modelOf([
      { category: 'weather', words: ['rain', 'radar'] },
      { category: 'weather', words: ['rain'] },
      { category: 'maps', words: ['street', 'radar'] },
    ]);
    const probabilities = model.probabilities(['rains']);

    expect(probabilities.get('weather')).toBeGreaterThan(probabilities.get('maps') ?? 1);
    expect([...probabilities.values()].reduce((a, b) => a + b)).toBeCloseTo(1, 9);
    expect(model.probabilities(['unknown'])).toEqual(new Map());
  });
});
