import { localPath } from '../local-path.ts';

/** The list of all services. */
export const allServices = {
  title: (page: number): string => (page === 1 ? 'All services' : `All services, page ${String(page)}`),
  description:
    'Every API in the catalog that charges per request through x402, with its price, network, uptime and status.',
  emptyHtml: `Nothing is listed yet. <a href="${localPath('/register/')}">Register the first service</a>.`,
};

/** The list of all categories. */
export const allCategories = {
  title: 'Categories',
  description: 'Every category of the catalog, what belongs in it, and how many services it holds.',
};

/** A category with its services. */
export const oneCategory = {
  title: ({ name, page }: { readonly name: string; readonly page: number }): string =>
    page === 1 ? name : `${name}, page ${String(page)}`,
  /** `about` is the description of the category. */
  description: ({ name, about }: { readonly name: string; readonly about: string }): string =>
    `${name}: APIs that charge per request through x402. ${about}`,
  allCategories: 'Categories',
  emptyHtml: `No service is listed here yet. <a href="${localPath('/register/')}">Register one</a>.`,
  /** `services` is their number: `12 services`. */
  summary: (services: string): string => `${services}, most trusted first.`,
  filter: 'Filter and sort them',
};

/** The page at an address where there is none. */
export const pageNotFound = {
  title: 'Not found',
  heading: 'Page not found',
  description: 'There is no page at this address.',
  lead: 'The address may be mistyped, or the service was removed from the catalog. The id of a service never changes.',
};

/** Ways to what exists, on pages about what does not. */
export const waysOn = {
  services: 'All services',
  categories: 'Categories',
};
