import { priceOfOneRequest } from '#texts/service-page.ts';
import { listedAmount } from './amount.ts';
import type { Amount } from '../domain/effective-terms.ts';
import type { ServicePage } from './service-page.ts';
import { servicePath } from './links.ts';
import { categoryTitle } from '../texts/category-title.ts';

/**
 * JSON-LD of a service (https://schema.org/WebAPI). It escapes every `<`, because an owner's `</script>` would end the script
 * element around it. The offer has the price that buyers will be asked for, with the listed one as its list price where that differs; there
 * is none when the live token is unknown, and none that would send money to another wallet than its owner declares.
 */
export function structuredData(page: ServicePage, site: string): string {
  const { id, name, description, category, known, deprecation, details, createdAt, updatedAt } = page;
  const next = deprecation?.replacement;

  return JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'WebAPI',
    name,
    description,
    url: urlOf(id, site),
    category: categoryTitle(category.name),
    ...Object.fromEntries(
      details.map(({ schemaOrg = '', texts }) => [schemaOrg, texts.map(({ text }) => text).join(', ')]),
    ),
    dateCreated: createdAt,
    dateModified: updatedAt,
    ...(next ? { isRelatedTo: { '@type': 'WebAPI', name: next.name, url: urlOf(next.id, site) } } : {}),
    ...(known.asked === null || page.walletAlert !== null
      ? {}
      : { offers: offerOf(known.asked, listedAmount(known)) }),
  }).replaceAll('<', String.raw`\u003c`);
}

function urlOf(id: string, site: string): string {
  return site + servicePath(id);
}

function offerOf({ price, currency }: Amount, listed: Amount | null) {
  const offer = { '@type': 'Offer', price, priceCurrency: currency, description: priceOfOneRequest };

  return listed === null ? offer : { ...offer, priceSpecification: listPrice(listed) };
}

/** https://schema.org/ListPrice */
function listPrice({ price, currency }: Amount) {
  return {
    '@type': 'UnitPriceSpecification',
    priceType: 'https://schema.org/ListPrice',
    price,
    priceCurrency: currency,
  };
}
