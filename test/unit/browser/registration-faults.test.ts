import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FormTexts, judgesOf, registrationFaults } from '../../../src/browser/registration-faults.ts';
import { fileOf } from '../../../src/browser/registration-file.ts';
import { registrationRequest } from '../../../src/domain/declaration.ts';
import { listIn } from '../../../src/domain/plain-text.ts';
import { readPriceRange } from '../../../src/domain/price-range.ts';
import { walletFault } from '../../../src/domain/payment-address.ts';
import { isPublicAddress } from '../../../src/domain/public-address.ts';
import { checkService } from '../../../src/domain/service-rules.ts';
import { caseCount } from '../../support/cases.ts';

const categories = ['other', 'market-data'];
const judges = { walletFault, isPublicAddress };
const sound: FormTexts = {
  endpoint: 'https://api.example.com/rain',
  name: 'Rain Radar',
  description: 'Precipitation.',
  category: 'other',
  docsUrl: 'https://docs.example.com',
  tags: 'rain, radar',
  'pricing.pricePerRequest': '0.001',
  'pricing.currency': 'USDC',
  price: '0.0005 – 0.126',
  'pricing.freeQuota': '100',
  'x402Config.network': 'base',
  'x402Config.paymentAddress': '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
};

/** What the form would send: fields that are empty are left out. */
function bodyOf(texts: FormTexts): object {
  const member = (name: string, text: string | undefined) => (text ? { [name]: text } : {});
  const quota = texts['pricing.freeQuota'];

  return {
    ...member('endpoint', texts.endpoint),
    ...member('name', texts.name),
    ...member('description', texts.description),
    ...member('category', texts.category),
    ...member('docsUrl', texts.docsUrl),
    ...(texts.tags ? { tags: listIn(texts.tags) } : {}),
    ...(texts.price ? { price: readPriceRange(texts.price) } : {}),
    pricing: {
      ...member('pricePerRequest', texts['pricing.pricePerRequest']),
      ...member('currency', texts['pricing.currency']),
      ...(quota ? { freeQuota: /^\d+$/.test(quota) ? Number(quota) : NaN } : {}),
    },
    x402Config: {
      ...member('network', texts['x402Config.network']),
      ...member('paymentAddress', texts['x402Config.paymentAddress']),
    },
  };
}

/** What the API would say. */
function judged(texts: FormTexts) {
  const schema = registrationRequest({ allowInsecure: false });
  const checked = checkService(schema, bodyOf(texts), { hasCategory: (id) => categories.includes(id) });

  return 'problems' in checked ? checked.problems.map(({ pointer, code }) => ({ pointer, code })) : [];
}

const sorted = (problems: readonly { pointer: string; code: string }[]) =>
  problems.map(({ pointer, code }) => `${pointer} ${code}`).sort();

const odd = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.constantFrom(
    '',
    '1e-3',
    '٣',
    '0.1234567890123456789',
    '9007199254740993',
    'usdc',
    'eip155:8453',
    'solana',
    'varies',
    '0.126 - 0.001',
    '1 to 2',
  ),
  fc.constantFrom(
    'http://x',
    'https://u:p@a.example/?q#f',
    'https://10.0.0.1/',
    'https://[::1]/',
    'x'.repeat(3000),
  ),
  fc.constantFrom('\u202e', 'a\u200bb', ' ', '⠀', 'other', `0x${'a'.repeat(40)}`, `0x${'aA'.repeat(20)}`),
);
const field = fc.constantFrom(
  ...(Object.keys(sound) as (keyof FormTexts)[]).filter((name) => name !== 'tags'),
);

describe('the rules of a registration in the browser', () => {
  it('find nothing wrong with a sound registration', () => {
    expect(registrationFaults(sound, categories, judges)).toEqual([]);
  });

  it('find what the API would find, for any text in any field', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(field, odd), { minLength: 1, maxLength: 3 }), (changes) => {
        const given = Object.entries({ ...sound, ...Object.fromEntries(changes) });
        // The form trims what is typed.
        const texts = Object.fromEntries(given.map(([name, text]) => [name, text.trim()]));

        expect(sorted(registrationFaults(texts, categories, judges))).toEqual(sorted(judged(texts)));
      }),
      { numRuns: caseCount(300) },
    );
  });

  it.each(['rain radar', 'rain,\nradar,', 'Rain', 'a, b, c, d, e, f', 'a b c d e f', ','])(
    'judge the tags %j as the API does',
    (tags) => {
      const codes = (problems: readonly { code: string }[]) => [...new Set(problems.map(({ code }) => code))];
      const texts = { ...sound, tags };

      expect(codes(registrationFaults(texts, categories, judges))).toEqual(codes(judged(texts)));
    },
  );

  it('miss every required field of an empty form, in its order', () => {
    expect(registrationFaults({}, categories, {}).map(({ pointer, code }) => `${code} ${pointer}`)).toEqual([
      'required /endpoint',
      'required /name',
      'required /description',
      'required /category',
      'required /pricing/pricePerRequest',
      'required /pricing/currency',
      'required /x402Config/network',
      'required /x402Config/paymentAddress',
    ]);
  });
});

describe('the large parts of the rules', () => {
  it.each<[string, FormTexts, readonly string[]]>([
    ['nothing for a host with a name', { endpoint: 'https://api.example.com/rain' }, []],
    ['the public addresses for an IP address', { endpoint: 'https://10.0.0.1/rain' }, ['isPublicAddress']],
    ['the wallets once there is one', { 'x402Config.paymentAddress': '0x1' }, ['walletFault']],
  ])('are %s', async (_case, texts, needed) => {
    const loaded = Object.keys(await judgesOf(texts));

    expect(['isPublicAddress', 'walletFault'].filter((name) => loaded.includes(name))).toEqual(needed);
  });
});

describe('the file of a registration', () => {
  it('has the place and the text that the catalog would give it', () => {
    const now = new Date('2026-01-31T12:00:00Z');
    const file = fileOf(bodyOf({ ...sound, endpoint: 'https://API.example.com/rain/' }), categories, now);

    expect(file?.path).toMatch(/^catalog\/services\/(..)\/rain-radar-\1.{6}\.json$/);
    expect(JSON.parse(file?.text ?? '')).toMatchObject({
      id: file?.id,
      endpoint: 'https://api.example.com/rain',
      createdAt: now.toISOString(),
    });
    expect(file?.text.endsWith('}\n')).toBe(true);
  });

  it('is not made of what breaks a rule', () => {
    expect(fileOf(bodyOf({ ...sound, name: '' }), categories, new Date())).toBeUndefined();
  });
});
