import type { Amount } from '../views/known-service.ts';
import type { ServicePage } from './service-page.ts';
import { servicePath } from './links.ts';

/**
 * JSON-LD of a service (https://schema.org/WebAPI). It escapes every `<`, because an owner's `</script>` would end the script
 * element around it. The offer has the price that buyers will be asked for; there is none when the live token is unknown.
 */
export function structuredData(page: ServicePage, site: URL): string {
  const { id, name, description, category, known, deprecation, createdAt, updatedAt } = page;
  const next = deprecation?.replacement;

  return JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'WebAPI',
    name,
    description,
    url: urlOf(id, site),
    category: category.name,
    dateCreated: createdAt,
    dateModified: updatedAt,
    ...(next ? { isRelatedTo: { '@type': 'WebAPI', name: next.name, url: urlOf(next.id, site) } } : {}),
    ...(known.asked === null ? {} : { offers: offerOf(known.asked) }),
  }).replaceAll('<', String.raw`\u003c`);
}

function urlOf(id: string, site: URL): string {
  return new URL(servicePath(id), site).href;
}

function offerOf({ price, currency }: Amount) {
  return { '@type': 'Offer', price, priceCurrency: currency, description: 'Price of one request' };
}
