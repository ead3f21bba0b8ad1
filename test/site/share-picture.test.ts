import { describe, expect, it } from 'vitest';
import { drawSharePicture, shareSize } from '../../src/site/draw-share-picture.ts';
import { sharePicture } from '../../src/site/share-picture.ts';
import { anEntry } from '../fixtures/services.ts';

const catalog = { categoryName: () => 'Weather' };
const pictureOf = (...declared: Parameters<typeof anEntry>) => sharePicture(anEntry(...declared), catalog);

describe('the picture of a service', () => {
  it('says what its owner declares', () => {
    expect(
      pictureOf({
        name: 'Rain Radar',
        description: 'Rain, by the minute.',
        pricing: { currency: 'USDC', pricePerRequest: '0.0025' },
        x402Config: { network: 'base', paymentAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
      }),
    ).toEqual({
      title: 'Rain Radar',
      summary: 'Rain, by the minute.',
      price: '0.0025 USDC per request',
      place: 'Base · Weather',
    });
  });

  it('stays the same whatever checks find, since others keep it for long', () => {
    expect(pictureOf({}, { status: 'verified', trustScore: 91 })).toEqual(pictureOf());
  });

  it('says of nothing to pay that it is free', () => {
    expect(pictureOf({ pricing: { currency: 'USDC', pricePerRequest: '0' } }).price).toBe('Free of charge');
  });

  it.each(['天気予報', 'Погода API', '𝐑𝐚𝐢𝐧', '🚀'])('gives way to the host for a name like %s', (name) => {
    expect(pictureOf({ name, endpoint: 'https://rain.example.com/now' }).title).toBe('rain.example.com');
  });

  it.each([
    ['🚀 Rain  🛰️ Radar', 'Rain Radar'],
    ['Überwetter “Łódź” – €5', 'Überwetter “Łódź” – €5'],
  ])('writes %s as %s', (name, title) => {
    expect(pictureOf({ name }).title).toBe(title);
  });

  it.each([
    ['short texts', {}],
    ['texts that do not fit', { name: 'w'.repeat(255), description: 'word '.repeat(400) }],
    ['markup', { name: '<svg onload="x">', description: '&amp; </text>' }],
  ])('is a PNG of the usual size with %s', async (_, declared) => {
    const png = Buffer.from(await drawSharePicture(pictureOf(declared)));

    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) }).toEqual(shareSize);
  });
});
