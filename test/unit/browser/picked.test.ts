import { afterEach, describe, expect, it, vi } from 'vitest';
import { savePicked, parsePicked, picked, unpick } from '../../../src/browser/picked.ts';

const rain = { id: 'rain-radar-00000000', name: 'Rain Radar' };
const map = { id: 'cafe-map-00000000', name: 'Café Map' };

function stubStorage(setItem: (name: string, value: string) => void = () => undefined): Map<string, string> {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => {
      setItem(name, value);
      stored.set(name, value);
    },
  });
  return stored;
}

const refuse = (): never => {
  throw new DOMException('no storage here', 'QuotaExceededError');
};

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the picked services', () => {
  it('are stored in the browser', () => {
    stubStorage();
    savePicked([rain, map]);
    unpick([rain.id, 'never-picked']);

    expect(picked()).toEqual([map]);
  });

  it('stay in the memory of the page where the browser denies storage', () => {
    stubStorage(refuse);
    savePicked([rain]);
    expect(picked()).toEqual([rain]);

    stubStorage();
    savePicked([]);
    expect(picked()).toEqual([]);
  });

  it('are none where the browser has no storage', () => {
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });

    expect(picked()).toEqual([]);
  });

  it.each([
    null,
    '',
    'nonsense',
    'null',
    '{"id":"a"}',
    '[null,1,"a",{"id":1,"name":"b"},{"id":"a"}]',
    '[{"id":"../x","name":"b"}]',
  ])('are none where this is stored: %s', (text) => {
    expect(parsePicked(text)).toEqual([]);
  });

  it('are never more than a comparison shows', () => {
    expect(parsePicked(JSON.stringify(Array.from({ length: 9 }, () => rain)))).toHaveLength(4);
  });
});
