import type { ServicePage } from './service-page.ts';
import { servicePath } from './links.ts';

/**
 * JSON-LD of a service (https://schema.org/WebAPI). It stands inside a script element, where an owner's `</script>` would end it:
 * so no `<` is written as such.
 */
export function structuredData(page: ServicePage, site: URL): string {
  const { id, name, description, category, price, createdAt, updatedAt } = page;

  return JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'WebAPI',
    name,
    description,
    url: new URL(servicePath(id), site).href,
    category: category.name,
    dateCreated: createdAt,
    dateModified: updatedAt,
    offers: {
      '@type': 'Offer',
      price: price.perRequest,
      priceCurrency: price.currency,
      description: 'Price of one request',
    },
  }).replaceAll('<', String.raw`\u003c`);
}
