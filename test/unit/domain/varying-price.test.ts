import { describe, expect, it } from 'vitest';
import { registrationRequest } from '../../../src/domain/declaration.ts';
import { checkService } from '../../../src/domain/service-rules.ts';
import { declaredPrice, isAsDeclared, VaryingPrice } from '../../../src/domain/varying-price.ts';
import { registration } from '../../fixtures/registrations.ts';

const pricing = { pricePerRequest: '0.001' };
const range = { from: '0.001', to: '0.126' };

describe('a price that varies', () => {
  it.each([range, { from: '0', to: '0.0' }, 'varies'])('may be declared as %j', (price) => {
    expect(VaryingPrice.safeParse(price).success).toBe(true);
  });

  it.each([
    ['sometimes', ['/price price_range_invalid']],
    ['0.1', ['/price price_range_invalid']],
    [{ from: '0.2', to: '0.126' }, ['/price price_range_invalid']],
    [{ from: '0', to: '1e3' }, ['/price/to price_not_decimal']],
    [{ ...range, currency: 'USDC' }, ['/price/currency unknown_field']],
  ])('cannot be declared as %j', (price, problems) => {
    const declared = { ...registration, price };
    const checked = checkService(registrationRequest({ allowInsecure: false }), declared, {
      hasCategory: () => true,
    });

    expect(
      'problems' in checked && checked.problems.map(({ pointer, code }) => `${pointer} ${code}`),
    ).toEqual(problems);
  });

  it.each([
    ['0.0009', false],
    ['0.001', true],
    ['0.1260', true],
    ['0.126000000000000001', false],
  ])('between two prices may be %s: %s', (live, isFine) => {
    expect(isAsDeclared(live, { pricing, price: range })).toBe(isFine);
  });

  it('is put in words', () => {
    expect(
      [{ pricing, price: range }, { pricing, price: 'varies' as const }, { pricing }].map(declaredPrice),
    ).toEqual(['0.001 to 0.126', '0.001, varying', '0.001']);
  });
});
