import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpointTag, ServiceId, serviceId, tagOf } from '../../../src/domain/service-id.ts';

/** The model: Crockford base 32 of the first 40 bits of the SHA-256, by integer arithmetic. */
function expectedTag(endpoint: string): string {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
  const bits = BigInt(`0x${createHash('sha256').update(endpoint, 'utf8').digest('hex').slice(0, 10)}`);

  return Array.from({ length: 8 }, (_, i) => alphabet[Number((bits >> BigInt(35 - 5 * i)) & 31n)]).join('');
}

const slugOf = (name: string): string => serviceId(name, 'https://api.example.com').slice(0, -9);

describe('the tag of an endpoint', () => {
  it('is the start of its SHA-256 in lower-case Crockford base 32', () => {
    fc.assert(
      fc.property(fc.webUrl(), (endpoint) => {
        expect(endpointTag(endpoint)).toBe(expectedTag(endpoint));
      }),
    );
  });

  it('never changes between versions', () => {
    expect(endpointTag('https://api.example.com/rain')).toBe(expectedTag('https://api.example.com/rain'));
    expect(serviceId('Rain Radar', 'https://api.example.com/rain')).toMatchInlineSnapshot(
      `"rain-radar-qgwe8aaf"`,
    );
  });
});

describe('the slug of a name', () => {
  it.each([
    ['Rain Radar', 'rain-radar'],
    ['  Rain   Radar!  ', 'rain-radar'],
    ['Météo-France', 'meteo-france'],
    ['ＡＰＩ ２', 'api-2'],
    ['ﬁnance', 'finance'],
    ['x402 / v2.0', 'x402-v2-0'],
    ['--a--', 'a'],
    ['天気', 'service'],
    ['🌧️', 'service'],
    ['!!!', 'service'],
    ['天気 API', 'api'],
    ['../../etc/passwd', 'etc-passwd'],
    ['CON', 'con'],
    ['__proto__', 'proto'],
    ['a'.repeat(41), 'a'.repeat(40)],
    [`${'a'.repeat(39)} b`, 'a'.repeat(39)],
    [`${'a'.repeat(38)} bc`, `${'a'.repeat(38)}-b`],
  ])('of %j is %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });
});

describe('an id', () => {
  it('is valid for any name: at most 40 ASCII characters, then the tag', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }),
        fc.webUrl(),
        (name, endpoint) => {
          const id = serviceId(name, endpoint);

          expect(ServiceId.safeParse(id).success).toBe(true);
          expect(id.length).toBeLessThanOrEqual(49);
          expect(tagOf(id)).toBe(endpointTag(endpoint));
        },
      ),
    );
  });

  it('differs only in its slug for one endpoint under two names', () => {
    expect(tagOf(serviceId('One', 'https://api.example.com'))).toBe(
      tagOf(serviceId('Two', 'https://api.example.com')),
    );
  });

  it.each([
    '',
    'rain-radar',
    '7x3k9m2p',
    '-7x3k9m2p',
    'Rain-7x3k9m2p',
    'rain--7x3k9m2p',
    'rain-7X3K9M2P',
    'rain-7x3k9m2i',
    'rain-7x3k9m2l',
    'rain-7x3k9m2o',
    'rain-7x3k9m2u',
    'rain-7x3k9m2',
    'rain_radar-7x3k9m2p',
    '../rain-7x3k9m2p',
    'rain/radar-7x3k9m2p',
    'rain-7x3k9m2p\n',
    `${'a'.repeat(41)}-7x3k9m2p`,
  ])('may not be %j', (id) => {
    expect(ServiceId.safeParse(id).error?.issues).toMatchObject([{ message: 'id_invalid' }]);
  });
});
