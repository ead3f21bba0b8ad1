import { expect, it } from 'vitest';
import { listings } from '../../src/registration/listings.ts';
import { aService, aSnapshot, anEntry } from '../fixtures/services.ts';

it('listings contain the services of the snapshot and the ids of rejected files', () => {
  const service = aService();
  const rejects = new Map([['services/ab/broken-abcdefgh.json', []]]);

  const catalog = listings(aSnapshot([anEntry(service)]), rejects);
  expect(catalog.find(service.id)?.declared).toEqual(service);
  expect(catalog.idAt(service.endpoint)).toBe(service.id);
  expect(catalog.isRejected(service.id)).toBe(false);
  expect(catalog.isRejected('broken-abcdefgh')).toBe(true);
  expect(catalog.isRejected('other-abcdefgh')).toBe(false);
  expect(catalog.hasCategory('ai-inference')).toBe(true);
  expect(catalog.hasCategory('other')).toBe(false);
});
