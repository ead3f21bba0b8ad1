import { expect, it } from 'vitest';
import { structuredData } from '../../../src/site/structured-data.ts';
import { servicePage } from '../../../src/site/service-page.ts';
import type { FieldComparison } from '../../../src/domain/payment-terms.ts';
import { anEntry } from '../../fixtures/services.ts';
import { aCheckedEntry, catalogOf, historyOf, otherPrice } from '../../fixtures/site-catalog.ts';

it('stays inside its script element, whatever an owner wrote', async () => {
  const description = 'Ends </script><script>alert(1)</script> here.';
  const page = await servicePage(anEntry({ description }), catalogOf([]));
  const text = structuredData(page, 'https://tollbook.example');

  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toMatchObject({
    '@type': 'WebAPI',
    description,
    url: `https://tollbook.example/services/${page.id}/`,
    offers: { price: '0.001', priceCurrency: 'USDC' },
  });
});

const dataOf = async (fields: readonly FieldComparison[]): Promise<unknown> => {
  const page = await servicePage(aCheckedEntry(), catalogOf([], historyOf([], fields)));
  return JSON.parse(structuredData(page, 'https://tollbook.example'));
};

it('offers the price that buyers will be asked for', async () => {
  expect(await dataOf(otherPrice)).toMatchObject({
    offers: {
      price: '0.5',
      priceCurrency: 'USDC',
      priceSpecification: {
        priceType: 'https://schema.org/ListPrice',
        price: '0.001',
        priceCurrency: 'USDC',
      },
    },
  });
});

it('contains no offer that would send money to another wallet than the declared one', async () => {
  const other = { field: 'payTo', declared: '0x1', observed: '0x2', match: false } as const;

  expect(await dataOf([other])).not.toHaveProperty('offers');
});

it('contains no offer if the live token is unknown', async () => {
  const unknown = { field: 'asset', declared: 'USDC', observed: '0xabc', match: null } as const;

  expect(await dataOf([unknown])).not.toHaveProperty('offers');
});
