import { open } from 'fontkit';
import { describe, expect, it } from 'vitest';
import { drawSharePicture, fonts, shareSize } from '../../../src/site/draw-share-picture.ts';
import type { FieldComparison } from '../../../src/domain/payment-terms.ts';
import type { Entry } from '../../../src/domain/snapshot.ts';
import { sharePicture } from '../../../src/site/share-picture.ts';
import { knownService } from '../../../src/views/known-service.ts';
import { anEntry } from '../../fixtures/services.ts';
import { otherPrice } from '../../fixtures/site-catalog.ts';

const catalog = { categoryName: () => 'Weather' };
const knownBy = (entry: Entry, fields: readonly FieldComparison[] = []) => knownService(entry, fields);
const pictureOf = (...given: Parameters<typeof anEntry>) => {
  const entry = anEntry(...given);
  return sharePicture(entry, knownBy(entry), catalog);
};

describe('the picture of a service', () => {
  it('shows the declared facts', () => {
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
      face: { initials: 'RR', colour: expect.any(Number) as number },
      category: 'weather-environment',
      standing: { state: 'unchecked', label: 'Not checked yet' },
      price: '0.0025 USDC per request',
      place: 'Weather · Base',
    });
  });

  it('says the state in its word', () => {
    expect(pictureOf({}, { status: 'verified' })).toMatchObject({
      standing: { state: 'verified', label: 'Verified' },
    });
  });

  it('is the same for every score, because other sites cache it for long', () => {
    const verified = { status: 'verified' } as const;
    expect(pictureOf({}, { ...verified, trustScore: 91 })).toEqual(pictureOf({}, verified));
  });

  it('shows the live price, and that another is listed', () => {
    const picture = sharePicture(anEntry(), knownBy(anEntry(), otherPrice), catalog);

    expect(picture.price).toBe('0.5 USDC per request, listed 0.001');
  });

  it('shows a long price as its page does', () => {
    const pricing = { currency: 'USDC', pricePerRequest: '1234567.5' };

    expect(pictureOf({ pricing }).price).toBe('1,234,567.5 USDC per request');
  });

  it('shows no price if the live wallet is another', () => {
    const fields = [{ field: 'payTo', declared: '0x1', observed: '0x2', match: false }] as const;
    const picture = sharePicture(anEntry(), knownBy(anEntry(), fields), catalog);

    expect(picture.price).toBe('Do not pay: the wallet differs');
    expect(JSON.stringify(picture)).not.toContain('0.001');
  });

  it('says that a price of zero is free', () => {
    expect(pictureOf({ pricing: { currency: 'USDC', pricePerRequest: '0' } }).price).toBe('Free of charge');
  });

  it.each(['天気予報', 'Погода API', '🚀'])('shows the endpoint in place of a name like %s', (name) => {
    const { title, face } = pictureOf({ name, endpoint: 'https://rain.example.com/now' });

    expect(title).toBe('rain.example.com/now');
    expect(face?.initials).toMatch(/^[A-Z]+$/);
  });

  it.each([
    ['🚀 Rain  🛰️ Radar', 'Rain Radar'],
    ['Überwetter “Łódź” – €5', 'Überwetter “Łódź” – €5'],
    ['Dự báo thời tiết', 'Du báo thoi tiet'],
    ['CO₂ in µg/m³ (Ω)', 'CO2 in µg/m³ ( )'],
    ['𝐑𝐚𝐢𝐧 Rada\u0302\u0302r', 'Rain Radar'],
    ['Weather طقس API', 'Weather API'],
  ])('writes %s as %s', (name, title) => {
    expect(pictureOf({ name }).title).toBe(title);
  });

  it('shows the id in place of a category name that the font cannot write', () => {
    const { place } = sharePicture(anEntry(), knownBy(anEntry()), { categoryName: () => 'Погода' });

    expect(place).toMatch(/^weather-environment ·/);
  });

  it('contains only characters that the font has a glyph for', async () => {
    const opened = await Promise.all(fonts.map(({ path }) => open(path)));
    const known = new Set(opened.flatMap((font) => ('characterSet' in font ? font.characterSet : [])));
    const written = Array.from({ length: 0xffff - 0x20 }, (_, place) => String.fromCharCode(0x20 + place))
      .filter((character) => /\S/.test(character) && !/\p{Cs}/u.test(character))
      .filter((character) => pictureOf({ name: `a${character}z` }).title.includes(character));

    expect(written.length).toBeGreaterThan(300);
    expect(written.filter((character) => !known.has(character.codePointAt(0) ?? 0))).toEqual([]);
  });

  it('is drawn as a PNG of the usual size', async () => {
    const png = Buffer.from(await drawSharePicture(pictureOf()));

    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) }).toEqual(shareSize);
  });

  it('draws the mark of the service, and the icon of its category', async () => {
    const drawn = pictureOf();
    const [all, ...others] = await Promise.all(
      [drawn, { ...drawn, face: null }, { ...drawn, category: null }].map(drawSharePicture),
    );

    for (const other of others) expect(other).not.toEqual(all);
  });

  it('truncates long texts', async () => {
    const draw = (name: string) => drawSharePicture({ ...pictureOf({ name }), title: name });

    expect(await draw('w'.repeat(200))).toEqual(await draw('w'.repeat(250)));
  });

  it('draws markup as text', async () => {
    const draw = (name: string) => drawSharePicture(pictureOf({ name }));

    expect(await draw('<b>Rain</b>')).not.toEqual(await draw('Rain'));
  });
});
