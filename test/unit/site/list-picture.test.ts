import { describe, expect, it } from 'vitest';
import { allServicesPicture, categoryPicture, homePicture } from '../../../src/site/list-picture.ts';
import { pictureAlt } from '../../../src/site/share-picture.ts';
import { anEntry } from '../../fixtures/services.ts';
import { catalogOf } from '../../fixtures/site-catalog.ts';

const config = anEntry().declared.x402Config;
const entryOf = (
  name: string,
  pricePerRequest: string,
  status: 'verified' | 'unverified',
  network = 'base',
) =>
  anEntry(
    {
      name,
      endpoint: `https://api.example.com/${name}`,
      category: 'weather-environment',
      pricing: { currency: 'USDC', pricePerRequest },
      x402Config: { ...config, network },
    },
    { status },
  );

const entries = [
  entryOf('a', '0.5', 'verified'),
  entryOf('b', '0.02', 'verified'),
  entryOf('c', '0.001', 'unverified'),
  entryOf('d', '0.0001', 'verified', 'base-sepolia'),
];

describe('the picture of a list', () => {
  it('counts services, how many are verified, and tells the lowest verified price of a main network', async () => {
    expect(await allServicesPicture(catalogOf(entries))).toMatchObject({
      title: 'All services',
      price: 'From 0.02 USDC per request',
      place: '4 services · 75 % verified',
    });
  });

  it('counts those of a category alone', async () => {
    const catalog = catalogOf(entries);

    expect(await categoryPicture(catalog, 'weather-environment')).toMatchObject({
      category: 'weather-environment',
      place: '4 services · 75 % verified',
    });
    expect(await categoryPicture(catalog, 'maps-geolocation')).toMatchObject({
      price: '',
      place: 'No services yet',
    });
    expect(await categoryPicture(catalog, 'no-such-category')).toBeUndefined();
  });

  it('tells the price of a test network where there is no other', async () => {
    const picture = await homePicture(catalogOf(entries.slice(3)));

    expect(picture.price).toBe('From 0.0001 USDC per request');
  });

  it('stays the same when only a score changes, so that it is not drawn again', async () => {
    const [first, ...others] = entries;
    const changed = first && { ...first, observed: { ...first.observed, trustScore: 99 } };

    expect(await homePicture(catalogOf(changed ? [changed, ...others] : []))).toEqual(
      await homePicture(catalogOf(entries)),
    );
  });

  it('has words for those who do not see it', async () => {
    expect(pictureAlt(await allServicesPicture(catalogOf(entries)))).toBe(
      'All services. From 0.02 USDC per request. 4 services · 75 % verified',
    );
  });
});
