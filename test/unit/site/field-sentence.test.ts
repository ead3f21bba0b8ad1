import { describe, expect, it } from 'vitest';
import { type FieldCode, fieldCodes } from '../../../src/domain/field-problem.ts';
import { editableService } from '../../../src/domain/declaration.ts';
import { checkService } from '../../../src/domain/service-rules.ts';
import { type FieldFacts, fieldSentence } from '../../../src/site/field-sentence.ts';
import * as german from '../../../src/texts/de/fields.ts';
import { fieldLabels, fieldSentences, insideSentences } from '../../../src/texts/en/fields.ts';
import { aRegistration, paidTo, priced, registration, withoutField } from '../../fixtures/registrations.ts';

const facts: FieldFacts = {
  value: 'a\u202eb',
  network: 'Base',
  family: 'eip155',
  inner: '',
  detail: 'something is wrong; mend it',
};

/** Codes that no form of an owner can cause, with the reason. */
const elsewhere: Readonly<Partial<Record<FieldCode, string>>> = {
  unknown_field: 'forms send only what they have a field for; inside JSON it has the sentence of its field',
  category_duplicate: 'a file of categories',
  id_not_of_endpoint: 'a file',
  not_its_owner: 'a pull request',
  ownership_by_hand: 'a pull request',
  updated_by_wrong: 'a pull request',
  tombstone_by_hand: 'a pull request',
  log_by_hand: 'a pull request',
  service_listed: 'a pull request',
  removed_by_operator: 'a pull request',
  proof_ended: 'a pull request',
  created_at_changed: 'a pull request',
  time_ahead: 'a pull request',
  probing_invalid: 'a file',
  batch_size_invalid: 'a batch',
  repository_invalid: 'a file',
  repository_name_invalid: 'a claim',
  time_invalid: 'a file',
  not_in_list: 'a filter',
  too_many_problems: 'belongs to no field',
  file_missing: 'a file',
  file_not_regular: 'a file',
  file_name_reserved: 'a pull request',
  file_executable: 'a file',
  file_too_large: 'a file',
  file_not_utf8: 'a file',
  file_unreadable: 'a file',
  file_not_json: 'a file',
  file_misplaced: 'a file',
  file_not_canonical: 'a file',
  method_invalid: 'inside JSON',
  path_invalid: 'inside JSON',
  request_body_needs_method: 'inside JSON',
};

const offer = { method: 'GET', network: 'base', pricing: { currency: 'USDC', pricePerRequest: '1' } };
const more = (members: object) => aRegistration(members);
const hidden = 'a\u202eb';

/** Bodies that break every rule that a form can break, one after the other. */
const faulty: readonly object[] = [
  ...Object.keys(registration).map(withoutField),
  ...['', ' ', hidden, '⠀', 'x'.repeat(3000)].flatMap((text) => [
    aRegistration({ name: text }),
    aRegistration({ description: text }),
    more({ deprecated: { message: text } }),
  ]),
  ...[
    'x',
    'http://a.example',
    'https://u:p@a.example/?q#f',
    'https://10.0.0.1',
    `https://a.example/${'x'.repeat(3000)}`,
  ].map((endpoint) => aRegistration({ endpoint })),
  aRegistration({ category: 'nonsense' }),
  ...[{ pricePerRequest: '1e-3' }, { currency: 'usdc' }, { freeQuota: -1 }, { freeQuota: 0.5 }].map(priced),
  ...['pricePerRequest', 'currency'].map((name) => priced({ [name]: undefined })),
  ...[{ network: 'mars' }, { network: undefined }, { paymentAddress: undefined }].map(paidTo),
  ...['0x1', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'].map((paymentAddress) =>
    paidTo({ paymentAddress }),
  ),
  more({ maintainers: ['Nobody!'] }),
  more({ maintainers: Array.from({ length: 21 }, () => 'acme') }),
  more({ offers: {} }),
  more({ offers: Array.from({ length: 31 }, () => offer) }),
  more({
    offers: [{ ...offer, method: 'BREW', path: '..', network: 'mars', paymentAddress: 'x', extra: 1 }],
  }),
  more({ offers: [{ ...offer, pricing: { currency: 'x', pricePerRequest: 'x', freeQuota: -1 } }, {}, 5] }),
  more({ request: 5 }),
  more({ request: { method: 'BREW', query: { a: 1 }, extra: 1 } }),
  more({ request: { body: {} } }),
  more({ request: { query: { a: 'x'.repeat(5000) } } }),
  more({ deprecated: { replacement: 'none' } }),
];

/** The problems of all of them, each with its field as a form names it. */
const found = faulty.flatMap((body) => {
  const checked = checkService(editableService({ allowInsecure: false }), body, {
    hasCategory: (id) => id === registration.category,
  });

  return 'problems' in checked ? checked.problems : [];
});
const pointers = Object.keys(fieldLabels).map((name) => ({ name, pointer: `/${name.replaceAll('.', '/')}` }));

function fieldAt(pointer: string) {
  return pointers.find((each) => `${pointer}/`.startsWith(`${each.pointer}/`));
}

/** Everything that is said, as the page shows it. */
function fullText(...asked: Parameters<typeof fieldSentence>): string {
  const { text, english } = fieldSentence(...asked);

  return [text, english].filter((part) => part !== '').join(' ');
}

describe('the sentences of a form', () => {
  it('are there for every field, each a sentence or two that a person can read', () => {
    for (const [field, sentences] of Object.entries(fieldSentences)) {
      for (const code of Object.keys(sentences)) {
        const said = fullText(field, code, { ...facts, ...(code === 'inside' ? { inner: '/1' } : {}) });

        expect(said, `${field} ${code}`).toMatch(/^[A-Z“"].*[.:/\w]\.$/);
        expect(said, `${field} ${code}`).not.toMatch(
          /undefined|NaN|_|\s\s|pricePerRequest|freeQuota|x402Config/,
        );
      }
    }
  });

  it('are there for every code that the rules can find in a registration or an edit', () => {
    expect(found.length).toBeGreaterThan(60);
    for (const { pointer, code, detail } of found) {
      const field = fieldAt(pointer);
      // A whole object that is missing is said of each required field in it.
      if (!field) {
        expect([pointer, code]).toEqual([expect.stringMatching(/^\/(pricing|x402Config)$/), 'required']);
        continue;
      }
      const inner = pointer.slice(field.pointer.length);
      const sentences: Readonly<Record<string, unknown>> =
        fieldSentences[field.name as keyof typeof fieldLabels];
      const has = inner !== '' && 'inside' in sentences ? 'inside' : code;

      expect(Object.keys(sentences), `${pointer} ${code}`).toContain(has);
      expect(fullText(field.name, code, { ...facts, inner, detail }).length).toBeGreaterThan(10);
    }
  });

  it('know every code: a new one gets a sentence, or a reason why no form can cause it', () => {
    const said = new Set(Object.values(fieldSentences).flatMap((sentences) => Object.keys(sentences)));

    expect(fieldCodes.filter((code) => !said.has(code) && elsewhere[code] === undefined)).toEqual([]);
    expect(fieldCodes.filter((code) => said.has(code) && elsewhere[code] !== undefined)).toEqual([]);
  });

  it('are there in German for the same codes, also for those inside a field', () => {
    const inside = found.filter(({ pointer }) => /^\/(offers|request)\/./.test(pointer));

    expect(german.fieldLabels).not.toEqual(fieldLabels);
    for (const [field, sentences] of Object.entries(fieldSentences)) {
      expect(Object.keys(german.fieldSentences[field as keyof typeof fieldLabels])).toEqual(
        Object.keys(sentences),
      );
    }
    expect(insideSentences).toEqual({});
    for (const { code } of inside) expect(Object.keys(german.insideSentences)).toContain(code);
  });

  it('fall back on the sentence of the API', () => {
    expect(fullText('name', 'brand_new', facts)).toBe('Something is wrong; mend it.');
    expect(fullText('nonsense', 'required', facts)).toBe('Something is wrong; mend it.');
    expect(fullText('name', 'toString', facts)).toBe('Something is wrong; mend it.');
  });

  it('name what is meant', () => {
    const wallet = fullText('x402Config.paymentAddress', 'address_malformed', facts);
    const owner = fullText('maintainers', 'owner_invalid', {
      ...facts,
      value: 'acme\n\n Nobody!',
      inner: '/1',
    });

    expect(wallet).toBe('Enter the wallet as an address on Base: 0x and 40 hexadecimal digits.');
    expect(owner).toBe('“Nobody!” is not an owner. Write one a line, such as github:9919.');
    expect(fullText('name', 'text_hidden_character', facts)).toContain('U+202E');
  });
});
