import type { DescribedRequest } from '../../../src/domain/described-request.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import { serviceId } from '../../../src/domain/service-id.ts';
import type { Offer } from '../../../src/domain/offer.ts';

/** Topics of the listed services, each with its category. */
const topics = [
  { name: 'Weather', category: 'weather-environment', offers: 'Hourly weather forecasts' },
  { name: 'Trams', category: 'transport-travel', offers: 'Live tram departures' },
  { name: 'Museums', category: 'entertainment-culture', offers: 'Opening hours of museums' },
  { name: 'Street Maps', category: 'maps-geolocation', offers: 'Street maps as images' },
  { name: 'Headlines', category: 'news-reference', offers: 'Headlines of local papers' },
  { name: 'Exchange', category: 'market-data', offers: 'Share prices of the local exchange' },
  { name: 'Recipes', category: 'food-lifestyle', offers: 'Recipes of the local kitchen' },
];
const cities = ['Athens', 'Bergen', 'Cork', 'Dresden', 'Esbjerg', 'Faro', 'Ghent', 'Helsinki'];

/** A valid registration body. */
export function registration(name: string, path: string) {
  return {
    name,
    description: 'Something that can be asked for.',
    endpoint: `https://api.example.com/${path}`,
    category: 'other',
    pricing: { currency: 'USDC', pricePerRequest: '0.002' },
    x402Config: { paymentAddress: '0x00000000000000000000000000000000000000a1', network: 'base' },
  };
}

/** More services than fit on one page of the list: every topic in every city, with rising prices. */
export const services = cities.flatMap((city, row) =>
  topics.map((topic, column) => ({
    ...registration(`${city} ${topic.name}`, `${city}/${topic.name}`.toLowerCase().replaceAll(' ', '-')),
    description: `${topic.offers} in ${city}.`,
    category: topic.category,
    pricing: { currency: 'USDC', pricePerRequest: `0.0${String(row + 1)}${String(column)}` },
  })),
);

/** The service whose live 402 names another wallet. */
export const diverted = services[12] ?? registration('None', 'none');
export const otherWallet = '0x00000000000000000000000000000000000000b2';

/** The service that declares offers beside its main one. */
export const offering = services[27] ?? registration('None', 'none');

/** The service whose live 402 describes its request. */
export const described = services[6] ?? registration('None', 'none');

export const describedRequest: DescribedRequest = {
  method: 'POST',
  query: {
    schema: {
      type: 'object',
      properties: {
        units: { type: 'string', enum: ['metric', 'imperial'], description: 'Of all quantities.' },
      },
    },
    example: { units: 'metric' },
  },
  body: {
    type: 'json',
    schema: {
      type: 'object',
      properties: {
        dish: { type: 'string', description: 'What to cook, as <b>people</b> call it.' },
        guests: { type: 'integer', minimum: 1 },
        diet: { type: 'object', properties: { avoid: { type: 'array', items: { type: 'string' } } } },
      },
      required: ['dish'],
    },
    example: { dish: "Shepherd's pie", guests: 4 },
  },
  output: { example: { title: "Shepherd's pie", steps: ['Boil the potatoes.'] } },
};

export const offers: readonly Offer[] = [
  {
    method: 'GET',
    path: '/dishes/{dish}',
    network: 'base',
    pricing: { currency: 'USDC', pricePerRequest: '0.002' },
  },
  { method: 'POST', network: 'base', pricing: { currency: 'USDC', pricePerRequest: '0.25' } },
  {
    method: 'GET',
    path: '/menus',
    network: 'polygon',
    pricing: { currency: 'USDC', pricePerRequest: '0.1' },
  },
];

/** The service that its owner has proven, shares, hands over and deprecates. */
export const owned = services[2] ?? registration('None', 'none');

/** The one that replaces it. */
export const replacement = services[10] ?? registration('None', 'none');

const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

export const ownership: Partial<DeclaredService> = {
  owner: `wallet:${wallet}`,
  proof: {
    method: 'http',
    at: '2026-01-05T12:00:00.000Z',
    evidence: 'https://api.example.com/.well-known/tollbook.txt',
  },
  maintainers: ['github:9919', `wallet:eip155:8453:${wallet}`],
  transfer: { to: 'acme', until: '2999-01-05T12:00:00.000Z' },
  deprecated: {
    message: 'The museum closes.',
    replacement: serviceId(replacement.name, replacement.endpoint),
    since: '2026-01-06T12:00:00.000Z',
  },
  pricing: { currency: 'USDC', pricePerRequest: '0.5' },
};
