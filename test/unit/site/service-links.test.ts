import { expect, it } from 'vitest';
import { fileHistory, listingReport } from '../../../src/site/service-links.ts';

const id = 'rain-radar-qgwe8aaf';
const repository = { name: 'acme/listings', branch: 'main' };

it.each([
  ['https://example.com/report', undefined, `https://example.com/report?listing=${id}`],
  ['https://example.com/?form=2', repository, `https://example.com/?form=2&listing=${id}`],
  ['mailto:abuse@example.com', undefined, `mailto:abuse@example.com?subject=Listing%20${id}`],
  [
    'mailto:abuse@example.com?cc=b@c.d',
    repository,
    `mailto:abuse@example.com?cc=b@c.d&subject=Listing%20${id}`,
  ],
  ['tel:+3212345', undefined, 'tel:+3212345'],
  [
    'https://github.com/acme/listings/security/advisories/new',
    repository,
    `https://github.com/acme/listings/issues/new?template=wrong-listing.yml&service=${id}`,
  ],
  [undefined, repository, undefined],
])('reports a listing to %s with its id', (contactUrl, home, address) => {
  expect(listingReport(id, { contactUrl, repository: home })).toBe(address);
});

it('finds the commits of a file where the repository is known', () => {
  expect(fileHistory(id, { repository })).toBe(
    `https://github.com/acme/listings/commits/main/catalog/services/qg/${id}.json`,
  );
  expect(fileHistory(id, {})).toBeUndefined();
});
