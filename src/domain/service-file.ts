import type { Offer } from './offer.ts';
import type { DeclaredService } from './service.ts';
import { tagOf } from './service-id.ts';
import type { Tombstone } from './tombstone.ts';

export const servicesFolder = 'services';

/** The folder of the tombstones, which has the same shape. */
export const tombstonesFolder = 'deleted';

/** The path of a service's file in the catalog folder: `services/<first 2 characters of its tag>/<id>.json`. */
export function serviceFilePath(id: string): string {
  return `${servicesFolder}/${tagOf(id).slice(0, 2)}/${id}.json`;
}

/** The path of a tombstone's file in the catalog folder. */
export function tombstoneFilePath(id: string): string {
  return `${tombstonesFolder}/${tagOf(id).slice(0, 2)}/${id}.json`;
}

/** The canonical text of a service file: fixed key order, two spaces, LF, final newline. */
export function printServiceFile(service: DeclaredService): string {
  return `${JSON.stringify(inFileOrder(service), null, 2)}\n`;
}

/** The members of a service in the order of its file; those that are undefined are left out of JSON. */
export function inFileOrder(service: DeclaredService) {
  const { id, name, description, endpoint, category, pricing, price, x402Config } = service;
  const { paymentAddress, network } = x402Config;
  const { owner, repository, proof, maintainers, transfer, offers, deprecated, request, probing, imported } =
    service;
  const { createdAt, updatedAt, updatedBy } = service;

  return {
    id,
    name,
    description,
    endpoint,
    category,
    pricing: inPriceOrder(pricing),
    price: typeof price === 'object' ? { from: price.from, to: price.to } : price,
    x402Config: { paymentAddress, network },
    owner,
    repository,
    proof: proof && { method: proof.method, at: proof.at, evidence: proof.evidence },
    maintainers,
    transfer: transfer && { to: transfer.to, until: transfer.until },
    offers: offers?.map(inOfferOrder),
    deprecated: deprecated && {
      message: deprecated.message,
      replacement: deprecated.replacement,
      since: deprecated.since,
    },
    request: request && { method: request.method, query: request.query, body: request.body },
    probing,
    imported: imported && { from: imported.from },
    createdAt,
    updatedAt,
    updatedBy,
  };
}

function inPriceOrder({ currency, pricePerRequest, freeQuota }: DeclaredService['pricing']) {
  return { currency, pricePerRequest, freeQuota };
}

function inOfferOrder({ method, path, network, pricing, paymentAddress }: Offer) {
  return { method, path, network, pricing: inPriceOrder(pricing), paymentAddress };
}

/** The canonical text of an offer. */
export function printOffer(offer: Offer): string {
  return JSON.stringify(inOfferOrder(offer));
}

/** The canonical text of a tombstone's file. */
export function printTombstone({ service, ...stone }: Tombstone): string {
  const { id, name, endpoint, owner, deletedAt, reason, byOperator } = stone;
  const known = { id, name, endpoint, owner, deletedAt, reason, byOperator };

  return `${JSON.stringify({ ...known, service: service && inFileOrder(service) }, null, 2)}\n`;
}
