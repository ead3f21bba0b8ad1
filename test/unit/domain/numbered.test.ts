import { describe, expect, it } from 'vitest';
import { Numbered } from '../../../src/domain/numbered.ts';

describe('values under numbers', () => {
  it('are found by the number that they got', () => {
    const values = new Numbered<string>();
    const [a, b] = [values.add('a'), values.add('b')];

    expect([values.get(a), values.get(b), values.get(99)]).toEqual(['a', 'b', undefined]);
    expect(values.size).toBe(2);
    expect(values.all()).toEqual(['a', 'b']);
  });

  it('leave their numbers to later ones', () => {
    const values = new Numbered<string>();
    const [first, second] = [values.add('a'), values.add('b')];
    values.remove(first);
    values.remove(first);

    expect(values.get(first)).toBeUndefined();
    expect(values.size).toBe(1);
    expect(values.add('c')).toBe(first);
    expect(values.add('d')).not.toBe(second);
    expect(values.all()).toEqual(['c', 'b', 'd']);
  });

  it('take no more room than the most that were there at once', () => {
    const values = new Numbered<number>();
    const numbers = Array.from({ length: 10_000 }, (_, i) => {
      const number = values.add(i);
      values.remove(number);
      return number;
    });

    expect(new Set(numbers)).toEqual(new Set([0]));
    expect(values.size).toBe(0);
  });
});
