import { describe, expect, it } from 'vitest';
import { decide } from '../../../src/registration/decide.ts';
import {
  exampleRegistration,
  explainedCodes,
  registrationFields,
} from '../../../src/site/registration-guide.ts';
import { listings } from '../../../src/registration/listings.ts';
import { registering } from '../../fixtures/registrations.ts';
import { aSnapshot } from '../../fixtures/services.ts';

describe('the guide to registering', () => {
  it('shows a body that the catalog accepts', () => {
    const catalog = listings(aSnapshot(), new Map());
    const policy = { allowInsecure: false };

    expect(decide(registering(exampleRegistration), catalog, { policy, now: new Date() }).outcome.kind).toBe(
      'created',
    );
  });

  it('explains every field, and says which are optional', () => {
    expect(registrationFields.map(({ name, isRequired }) => `${name}${isRequired ? '' : '?'}`)).toEqual([
      'name',
      'description',
      'endpoint',
      'category',
      'pricing.currency',
      'pricing.pricePerRequest',
      'pricing.freeQuota?',
      'price?',
      'x402Config.paymentAddress',
      'x402Config.network',
      'docsUrl?',
      'tags?',
    ]);
    expect(registrationFields.every(({ description }) => description !== '')).toBe(true);
  });

  it('explains every code in a complete sentence', () => {
    expect(explainedCodes.length).toBeGreaterThan(40);
    expect(explainedCodes.filter(({ sentence }) => /undefined|\s\s|\s;/.test(sentence))).toEqual([]);
  });
});
