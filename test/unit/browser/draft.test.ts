import { describe, expect, it } from 'vitest';
import { DraftStore } from '../../../src/browser/draft.ts';

const now = new Date('2026-11-22T10:00:00Z');
const name = 'draft';

/** A storage as browsers have it, which several tabs share. */
function aStorage(stored: Record<string, string> = {}): Storage {
  const items = new Map(Object.entries(stored));

  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: () => null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
  };
}

const storeIn = (storage: Storage) => new DraftStore(name, () => storage);

describe('a draft', () => {
  it('holds what was typed, and when', () => {
    const storage = aStorage();
    storeIn(storage).write({ name: 'Rain', description: '' }, now);

    expect(storeIn(storage).read(now)).toEqual({ at: now, fields: { name: 'Rain' } });
  });

  it('is gone after its removal, and when the form is emptied', () => {
    const storage = aStorage();
    const store = storeIn(storage);
    store.write({ name: 'Rain' }, now);
    store.remove();
    expect(storage.length).toBe(0);

    store.write({ name: 'Rain' }, now);
    store.write({ name: '' }, now);
    expect(storage.length).toBe(0);
  });

  it('is forgotten after 30 days', () => {
    const storage = aStorage();
    storeIn(storage).write({ name: 'Rain' }, now);

    expect(storeIn(storage).read(new Date('2026-12-21T10:00:00Z'))).toBeDefined();
    expect(storeIn(storage).read(new Date('2026-12-22T10:00:00Z'))).toBeUndefined();
  });

  it('stays when another tab wrote a newer one', () => {
    const storage = aStorage();
    const [first, second] = [storeIn(storage), storeIn(storage)];
    first.write({ name: 'Rain' }, now);
    second.write({ name: 'Snow' }, now);
    first.remove();

    expect(storeIn(storage).read(now)?.fields).toEqual({ name: 'Snow' });
  });

  it.each([
    ['damaged JSON', '{"version":1,'],
    ['an old form', '{"name":"Rain"}'],
    ['another version', `{"version":2,"at":"${now.toISOString()}","fields":{"name":"Rain"}}`],
    ['no time', '{"version":1,"at":"soon","fields":{"name":"Rain"}}'],
    ['no texts', `{"version":1,"at":"${now.toISOString()}","fields":{"name":5}}`],
    ['a list', '[]'],
    ['null', 'null'],
  ])('is not read from %s', (_, stored) => {
    expect(storeIn(aStorage({ [name]: stored })).read(now)).toBeUndefined();
  });

  it('is not larger than any valid one', () => {
    const storage = aStorage();
    storeIn(storage).write({ description: 'x'.repeat(100_000) }, now);

    expect(storage.length).toBe(0);
  });

  it('is not stored where the browser denies storage or has no space', () => {
    const denying = new DraftStore(name, () => {
      throw new DOMException('denied', 'SecurityError');
    });
    const fullStorage = aStorage();
    fullStorage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const full = storeIn(fullStorage);

    for (const store of [denying, full]) {
      store.write({ name: 'Rain' }, now);
      expect(store.read(now)).toBeUndefined();
      store.remove();
    }
  });
});
