import { listedNames } from '../domain/declared-fields.ts';
import { supportedChains } from '../domain/service.ts';
import type { Entry } from '../domain/snapshot.ts';
import { type KnownService, shown } from '../views/known-service.ts';
import { knownOf } from './known-services.ts';
import type { SiteCatalog } from './site-catalog.ts';
import { type CopyIndex, copyMembers, type CopyService } from './copy-format.ts';
import { countedChecks, statedPayments } from './evidence.ts';

export async function copyIndex(catalog: SiteCatalog): Promise<CopyIndex> {
  const { snapshot } = catalog;
  const entries = [...snapshot.entries()];
  const services = await Promise.all(entries.map((entry) => copyService(entry, catalog)));
  const lists = copyMembers.map((name) => [name, services.map((service) => service[name])]);

  return {
    categories: snapshot.categories,
    services: Object.fromEntries(lists) as CopyIndex['services'],
  };
}

async function copyService(entry: Entry, catalog: SiteCatalog): Promise<CopyService> {
  const { declared, observed } = entry;
  const known = await knownOf(entry, catalog);
  const { price, token, network, trustScore, state, reason, payments } = known;

  return {
    id: declared.id,
    name: declared.name,
    description: declared.description,
    endpoint: declared.endpoint,
    category: declared.category,
    network: shown(network),
    chains: supportedChains(declared, observed),
    status: observed.status,
    state,
    reason,
    price: price.declared,
    currency: token.declared,
    asked: askedOf(known),
    varies: known.varies,
    trustScore,
    checked: countedChecks(entry, known),
    delivered: known.outcomes.delivered?.low ?? null,
    stated: statedPayments(known),
    payments: payments && [payments.txCount, payments.attribution],
    createdAt: Date.parse(declared.createdAt) / 1_000,
    freeQuota: declared.pricing.freeQuota ?? -1,
    deprecated: declared.deprecated ? 1 : 0,
    ...listedOf(declared),
  };
}

function listedOf(declared: Entry['declared']): Pick<CopyService, (typeof listedNames)[number]> {
  const members = listedNames.map((name) => [name, declared[name] ?? null]);

  return Object.fromEntries(members) as Pick<CopyService, (typeof listedNames)[number]>;
}

function askedOf({ asked, price, token }: KnownService): CopyService['asked'] {
  if (asked === null) return null;

  return asked.price === price.declared && asked.currency === token.declared
    ? 0
    : [asked.price, asked.currency];
}
