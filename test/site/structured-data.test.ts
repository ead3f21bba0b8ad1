import { expect, it } from 'vitest';
import { structuredData } from '../../src/site/structured-data.ts';
import { servicePage } from '../../src/site/service-page.ts';
import { anEntry } from '../fixtures/services.ts';
import { catalogOf } from './catalog.ts';

it('stays inside its script element, whatever an owner wrote', async () => {
  const description = 'Ends </script><script>alert(1)</script> here.';
  const page = await servicePage(anEntry({ description }), catalogOf([]));
  const text = structuredData(page, new URL('https://tollbook.example'));

  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toMatchObject({
    '@type': 'WebAPI',
    description,
    url: `https://tollbook.example/services/${page.id}/`,
    offers: { price: '0.001', priceCurrency: 'USDC' },
  });
});
