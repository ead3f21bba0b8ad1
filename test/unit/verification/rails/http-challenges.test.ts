import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { httpChallenges } from '../../../../src/verification/rails/http-challenges.ts';
import { caseCount } from '../../../support/cases.ts';

function read(header: string): unknown[] {
  return [...httpChallenges(header)].map(({ scheme, params, fault }) => [
    scheme,
    Object.fromEntries(params),
    ...(fault === undefined ? [] : [fault]),
  ]);
}

describe('the challenges of WWW-Authenticate', () => {
  it.each<[string, string, unknown[]]>([
    ['none', '', []],
    ['a scheme alone', 'Negotiate', [['negotiate', {}]]],
    ['a scheme with one value', 'Negotiate YII+/==', [['negotiate', {}]]],
    ['one with parameters', 'Basic realm="a", charset=UTF-8', [['basic', { realm: 'a', charset: 'UTF-8' }]]],
    [
      'several in one line',
      'Negotiate, Basic realm="a", Payment id="1", method=tempo, L402 token="t"',
      [
        ['negotiate', {}],
        ['basic', { realm: 'a' }],
        ['payment', { id: '1', method: 'tempo' }],
        ['l402', { token: 't' }],
      ],
    ],
    [
      'a value before another challenge',
      'Negotiate abc==, Payment id="1"',
      [
        ['negotiate', {}],
        ['payment', { id: '1' }],
      ],
    ],
    [
      'one that only stands in quotes',
      'Bearer realm="x, Payment id=\\"2\\", method=\\"tempo\\""',
      [['bearer', { realm: 'x, Payment id="2", method="tempo"' }]],
    ],
    [
      'a parameter that is named like one',
      'Bearer payment=1, l402="2"',
      [['bearer', { payment: '1', l402: '2' }]],
    ],
    ['schemes and names in any letter case', 'PAYMENT ID="1"', [['payment', { id: '1' }]]],
    [
      'blanks and empty elements',
      ' ,, Payment\t id = "1" ,, ,realm="r", ',
      [['payment', { id: '1', realm: 'r' }]],
    ],
    [
      'base64 without quotes',
      'LSAT macaroon=AgE/+==, invoice=ln',
      [['lsat', { macaroon: 'AgE/+==', invoice: 'ln' }]],
    ],
    ['a parameter that stands twice', 'Payment id="1", ID="2"', [['payment', { id: '1' }, 'has "id" twice']]],
    [
      'a quote that closes too late',
      'Payment id="1, L402 token="t',
      [
        ['payment', { id: '1, L402 token=' }],
        ['t', {}],
      ],
    ],
    ['an open quote', 'Payment id="1', [['payment', {}, 'has no readable value of "id"']]],
    [
      'text that is neither',
      'Payment id="1", /="x, L402 y"',
      [['payment', { id: '1' }, 'has text that is no parameter']],
    ],
    ['parameters of nothing', 'id="1", realm="r"', []],
  ])('%s', (_, header, challenges) => {
    expect(read(header)).toEqual(challenges);
  });

  it('come back as they were written, whatever their parameters hold', () => {
    const name = fc.stringMatching(/^[a-z][a-z\d-]{0,9}$/);
    const value = fc.string({
      unit: fc.constantFrom(' ', ',', '=', '"', '\\', 'Z', '9', 'é', '/', 'Payment'),
      maxLength: 20,
    });
    const challenge = fc.tuple(name, fc.dictionary(name, value, { minKeys: 1, maxKeys: 5 }));

    fc.assert(
      fc.property(fc.array(challenge, { maxLength: 5 }), (challenges) => {
        const written = challenges.map(
          ([scheme, params]) =>
            `${scheme} ${Object.entries(params)
              .map(([key, text]) => `${key}="${text.replaceAll(/["\\]/g, '\\$&')}"`)
              .join(', ')}`,
        );

        expect(read(written.join(', '))).toEqual(challenges);
      }),
      { numRuns: caseCount(300) },
    );
  });

  it('are read from any text', () => {
    const part = fc.constantFrom('Payment', ' ', ',', '=', '"', '\\', 'id', '/', '==', '\t', 'é', '\u0000');

    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(part).map((all) => all.join('')),
        ),
        (text) => {
          const schemes = [...httpChallenges(text)].map(({ scheme }) => scheme);

          expect(schemes.every((scheme) => scheme !== '' && scheme === scheme.toLowerCase())).toBe(true);
        },
      ),
      { numRuns: caseCount(300) },
    );
  });
});
