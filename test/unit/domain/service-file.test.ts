import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldCodes } from '../../../src/domain/field-problem.ts';
import { readServiceFile } from '../../../src/domain/read-service-file.ts';
import { printServiceFile, serviceFilePath } from '../../../src/domain/service-file.ts';
import { services } from '../../fixtures/arbitraries.ts';
import { otherWallet, wallet } from '../../fixtures/registrations.ts';
import { aService, categories } from '../../fixtures/services.ts';

const policy = { allowInsecure: false };
const known = { hasCategory: (id: string) => categories.some((category) => category.id === id) };
const rightPath = serviceFilePath(aService().id);
const badServices = new URL('../../fixtures/bad-services/', import.meta.url);

/** Codes that never apply to a single service file. */
const aboutOtherThings = new Set([
  'too_many_values',
  'too_many_problems',
  'category_duplicate',
  'batch_size_invalid',
  'repository_name_invalid',
  'id_not_of_endpoint',
  'not_its_owner',
  'ownership_by_hand',
  'updated_by_wrong',
  'tombstone_by_hand',
  'log_by_hand',
  'service_listed',
  'removed_by_operator',
  'endpoint_reserved',
  'proof_ended',
  'created_at_changed',
  'time_ahead',
  'replacement_unknown',
  'days_invalid',
  'endpoint_listed',
  'file_name_reserved',
  'file_executable',
  'file_missing',
  'file_not_canonical',
  'file_not_regular',
  'file_not_utf8',
  'file_too_large',
  'file_unreadable',
  'given_twice',
  'limit_invalid',
  'method_invalid',
  'not_in_list',
  'not_utf8',
  'offset_invalid',
  'query_missing',
  'query_too_long',
]);

describe('the file of a service', () => {
  it('is canonical: fixed key order, two spaces, LF, final newline', () => {
    const { id, name, description, endpoint, category, x402Config, createdAt, updatedAt } = aService();
    const pricing = { freeQuota: 5, pricePerRequest: '0.10', currency: 'USDC' };
    const shuffled = { updatedAt, createdAt, x402Config, pricing, category, endpoint, description, name, id };

    expect(printServiceFile(shuffled)).toMatchInlineSnapshot(`
      "{
        "id": "rain-radar-qgwe8aaf",
        "name": "Rain Radar",
        "description": "Precipitation for the next two hours.",
        "endpoint": "https://api.example.com/rain",
        "category": "weather-environment",
        "pricing": {
          "currency": "USDC",
          "pricePerRequest": "0.10",
          "freeQuota": 5
        },
        "x402Config": {
          "paymentAddress": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
          "network": "base-sepolia"
        },
        "createdAt": "2026-01-31T12:00:00.000Z",
        "updatedAt": "2026-01-31T12:00:00.000Z"
      }
      "
    `);
  });

  it('omits freeQuota when it is not declared, and keeps a zero', () => {
    expect(printServiceFile(aService())).not.toContain('freeQuota');
    expect(
      printServiceFile(aService({ pricing: { currency: 'USDC', pricePerRequest: '1', freeQuota: 0 } })),
    ).toContain('"freeQuota": 0');
  });

  it('is in the folder named by the first two characters of its tag', () => {
    expect(serviceFilePath('rain-radar-7x3k9m2p')).toBe('services/7x/rain-radar-7x3k9m2p.json');
  });

  it('survives printing, reading and printing unchanged', () => {
    fc.assert(
      fc.property(services(), (service) => {
        const text = printServiceFile(service);
        const reading = readServiceFile(serviceFilePath(service.id), text, policy, known);

        expect(reading).toEqual({ value: service });
        expect('value' in reading && printServiceFile(reading.value)).toBe(text);
        expect(text).toMatch(/^\{\n {2}"id": [^\r]*\n\}\n$/);
      }),
    );
  });

  it.each([
    ['another wallet', { x402Config: { paymentAddress: otherWallet, network: 'base' } }],
    [
      'a wallet in one letter case',
      { x402Config: { paymentAddress: wallet.toLowerCase(), network: 'eip155:8453' } },
    ],
    ['another name than the one its id was made from', { name: 'Snow Radar' }],
  ])('may have %s', (_what, change) => {
    const service = { ...aService(), ...change };

    expect(readServiceFile(rightPath, printServiceFile(service), policy, known)).toEqual({ value: service });
  });
});

describe('a file with one defect', () => {
  const files = readdirSync(badServices);

  it.each(files)('is refused with exactly one problem: %s', (file) => {
    const reading = readServiceFile(
      rightPath,
      readFileSync(new URL(file, badServices), 'utf8'),
      policy,
      known,
    );

    expect('problems' in reading && reading.problems.map(({ code }) => `${code}.json`)).toEqual([file]);
  });

  it('exists as a fixture for every rule about single files', () => {
    const shown = new Set(files.map((file) => file.replace('.json', '')));

    expect(fieldCodes.filter((code) => !shown.has(code) && !aboutOtherThings.has(code))).toEqual([]);
  });
});

describe('a file with several defects', () => {
  it('is refused with all of them, each with its pointer', () => {
    const text = JSON.stringify({
      ...aService(),
      id: 'x',
      name: '',
      endpoint: 'ftp://x',
      category: 'x',
      createdAt: 'today',
      extra: 1,
    });
    const reading = readServiceFile(rightPath, text, policy, known);

    expect(
      'problems' in reading && reading.problems.map(({ pointer, code }) => `${pointer} ${code}`).sort(),
    ).toEqual([
      '/category category_unknown',
      '/createdAt time_invalid',
      '/endpoint endpoint_not_url',
      '/extra unknown_field',
      '/id id_invalid',
      '/name text_empty',
    ]);
  });
});

describe('a time', () => {
  it.each([
    '2026-01-31',
    '2026-01-31T12:00:00Z',
    '2026-01-31T12:00:00.000',
    '2026-01-31T12:00:00.000+00:00',
    '2026-02-30T12:00:00.000Z',
    '2026-01-31T24:00:00.000Z',
    '2026-01-31T12:00:00.0000Z',
    '1769860800000',
    '+010000-01-01T00:00:00.000Z',
    '-000001-01-01T00:00:00.000Z',
    '',
  ])('is malformed as %j', (createdAt) => {
    const reading = readServiceFile(rightPath, printServiceFile({ ...aService(), createdAt }), policy, known);
    expect('problems' in reading && reading.problems.map(({ code }) => code)).toEqual(['time_invalid']);
  });
});
