import { serviceId } from '../../../src/domain/service-id.ts';
import { described, diverted, offering, owned, replacement, services } from './services.ts';

const [seen] = services;
const unseen = services.at(-1);

function pathOf(service = seen): string {
  return service ? `/services/${serviceId(service.name, service.endpoint)}/` : '/services/';
}

/** A service that has been checked for weeks, and one that never was. */
export const seenPath = pathOf();
export const unseenPath = pathOf(unseen);
/** A service whose live 402 describes its request. */
export const describedPath = pathOf(described);
/** A service that asks for payment to another wallet, and one that asks another price. */
export const divertedPath = pathOf(diverted);
export const dearerPath = pathOf(services[4]);
/** A service with offers. */
export const offeringPath = pathOf(offering);
/** A service that its owner has proven and deprecated, and the one that replaces it. */
export const ownedPath = pathOf(owned);
export const replacementPath = pathOf(replacement);

const searchPath = '/search?query=weather+under+$0.03&status=verified';
const comparePath = `/compare?ids=${[seenPath, unseenPath, divertedPath, dearerPath].map((path) => path.split('/')[2]).join(',')}`;

/** The pages that differ most, which tests look at in further ways: in the dark, on a tablet, in German, and without scripts. */
export const kinds = [
  '/',
  '/services/',
  divertedPath,
  searchPath,
  comparePath,
  '/register/',
  '/listings/',
  '/docs/buyers/',
];

/** One page of each kind. */
export const paths = [
  '/',
  '/services/',
  '/services/page/2/',
  seenPath,
  unseenPath,
  describedPath,
  divertedPath,
  dearerPath,
  offeringPath,
  ownedPath,
  `${ownedPath}history/`,
  '/hosts/api.example.com/',
  '/hosts/api.example.com/page/2/',
  '/wallets/eip155/0x00000000000000000000000000000000000000a1/',
  '/categories/',
  '/categories/market-data/',
  '/categories/other/',
  searchPath,
  '/search?state=price_differs',
  '/search?query=xqzzt',
  comparePath,
  '/status/',
  '/register/',
  '/listings/',
  '/docs/',
  '/docs/buyers/',
  '/docs/owners/',
  '/docs/owners/manage/',
  '/docs/owners/workflow/',
  '/docs/owners/webhooks/',
  '/docs/scanners/',
  '/docs/agents/',
  '/docs/api/',
  '/docs/api/owners/',
  '/docs/api/schemas/',
  '/docs/payments/',
  '/docs/trust/',
  '/docs/probing/',
  '/docs/security/',
  '/docs/search/?q=revoke+a+key',
  '/docs/search/?q=xqzzt',
  '/problems/',
  '/problems/registration_invalid/',
  '/problems/unauthorized/',
];
