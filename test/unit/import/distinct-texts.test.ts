import { describe, expect, it } from 'vitest';
import { withDistinctDescriptions, withDistinctNames } from '../../../src/import/distinct-texts.ts';
import { shortNameOf } from '../../../src/import/short-name.ts';
import type { Resource } from '../../../src/import/read-resource.ts';
import { wallet } from '../../fixtures/registrations.ts';

function aResource(path: string, description: string, name?: string): Resource {
  return {
    ...(name === undefined ? {} : { name }),
    about: description,
    description,
    endpoint: `https://rain.example.com${path}`,
    categories: [],
    terms: {
      pricing: { currency: 'USDC', pricePerRequest: '0.01' },
      x402Config: { paymentAddress: wallet, network: 'base' },
    },
    offers: [],
    details: {},
  };
}

const names = (...resources: readonly Resource[]): string[] =>
  withDistinctNames(resources).map(({ name }) => name);
const noDocuments = { textsAt: () => Promise.resolve({}) };

describe('the name of an imported service', () => {
  it('is what its seller calls it', () => {
    expect(names(aResource('/now', 'Rain for two hours.', 'Rain Radar'))).toEqual(['Rain Radar']);
  });

  it('is what its description says it does, else its address', () => {
    expect(
      names(aResource('/now', 'Rain for two hours. Any city.'), aResource('/x', '0.01 USDC on base')),
    ).toEqual(['Rain for two hours', 'rain.example.com/x']);
  });

  it('is followed by what distinguishes it from others of its host', () => {
    expect(
      names(
        aResource('/now', 'Rain for two hours.', 'Rain Radar'),
        aResource('/snow', 'Depth of snow.', 'Rain Radar'),
        aResource('/a', 'Weather for agents.'),
        aResource('/b', 'Weather for agents.'),
      ),
    ).toEqual([
      'Rain Radar: Rain for two hours',
      'Rain Radar: Depth of snow',
      'Weather for agents (a)',
      'Weather for agents (b)',
    ]);
  });

  it('is not followed by what several of a host do', () => {
    const [a, b] = ['/a', '/b'].map((path) => aResource(path, 'Weather for agents.', 'Sky'));

    expect(a && b && names(a, b)).toEqual(['Sky (a)', 'Sky (b)']);
  });

  it('is followed by the whole path where its end does not tell', () => {
    const said = 'Historical precipitation of every weather station.';

    expect(names(aResource('/a/now', said), aResource('/b/now', said))).toEqual([
      'Historical precipitation of eve… (/a/now)',
      'Historical precipitation of eve… (/b/now)',
    ]);
  });

  it('is shared by hosts, and by entries of one endpoint', () => {
    const elsewhere = { ...aResource('/now', 'Rain.', 'Rain'), endpoint: 'https://other.example.com/now' };

    expect(names(aResource('/now', 'Rain.', 'Rain'), elsewhere, aResource('/now', 'More.', 'Rain'))).toEqual([
      'Rain',
      'Rain',
      'Rain',
    ]);
  });
});

describe('a short name', () => {
  it.each([
    ['This endpoint returns rain for two hours. Any city.', 'Returns rain for two hours'],
    ['Rain radar — for every city in Europe', 'Rain radar'],
    ['rain: now', 'Rain'],
    [
      'Historical precipitation of every weather station in Europe since 1950 by day',
      'Historical precipitation of every weather station in…',
    ],
    ['v2.1 of the API', 'V2.1 of the API'],
    ['0.01', undefined],
  ])('of %j is %j', (description, name) => {
    expect(shortNameOf(description)).toBe(name);
  });
});

describe('the description of an imported service', () => {
  it('says where its seller says nothing, or the same of several endpoints', async () => {
    const resources = ['0.01 USDC on base', 'Weather for agents.', 'Weather for agents.', 'Rain.'];

    const read = await withDistinctDescriptions(
      resources.map((text, at) => aResource(`/${String(at)}`, text)),
      noDocuments,
    );
    expect(read.map(({ description }) => description)).toEqual([
      '0.01 USDC on base (its seller does not say what it does)',
      'Weather for agents. (its seller says the same of other endpoints; this is /1)',
      'Weather for agents. (its seller says the same of other endpoints; this is /2)',
      'Rain.',
    ]);
  });

  it('is that of the OpenAPI document of its seller then', async () => {
    const textsAt = (url: string) =>
      Promise.resolve(url.endsWith('/a') ? { name: 'Rain now', description: 'Rain for two hours.' } : {});

    const read = await withDistinctDescriptions(
      [aResource('/a', 'Weather for agents.'), aResource('/b', 'Weather for agents.')],
      { textsAt },
    );
    expect(read).toMatchObject([
      { name: 'Rain now', description: 'Rain for two hours.', about: 'Rain now. Rain for two hours.' },
      { description: 'Weather for agents.' },
    ]);
  });
});
