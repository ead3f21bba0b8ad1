import { filteredTexts } from '../domain/declared-fields.ts';
import { findNetwork } from '../domain/network.ts';
import { furtherChains } from '../domain/service.ts';
import type { Searched } from '../search/row-search.ts';
import { makeRow } from '../search/rows/row.ts';
import { searchedTexts } from '../search/words/fields.ts';
import { shownAmount } from '../site/amount.ts';
import { type CopyIndex, copyMembers, type CopyService } from '../site/copy-format.ts';
import { checksLabel, deliveredLabel, uptimeIn } from '../site/evidence.ts';
import { faceOf } from '../site/face.ts';
import type { ServiceRow } from '../site/service-rows.ts';
import { paymentsLabel, reasonNote, trustLabel } from '../site/status-labels.ts';
import { networkTitle } from '../site/understood.ts';
import { excerpt, shownAddress, summaryLength } from '../texts/formats.ts';
import { categoryTitle } from '../texts/category-title.ts';

/** The services of an index, one by one. */
export function servicesIn({ services }: CopyIndex): CopyService[] {
  return services.id.map((_, at) => {
    const own = copyMembers.map((name) => [name, services[name][at]]);
    return Object.fromEntries(own) as CopyService;
  });
}

/** A service as the search takes it. */
export function searchedIn(service: CopyService, categoryName: (id: string) => string): Searched {
  const { id, category, chains, status, state, payments } = service;
  const texts = searchedTexts(service, categoryName);
  const [price, currency] = askedIn(service) ?? [service.price, service.currency];

  return {
    row: makeRow({
      ...{ id, category, chains, status, state, price, currency },
      name: service.name,
      host: texts.host,
      trustScore: service.trustScore ?? 0,
      uptime: uptimeIn(service.checked) ?? 0,
      payments: payments?.[0] ?? 0,
      delivered: service.delivered ?? -1,
      createdAt: service.createdAt * 1_000,
      freeQuota: service.freeQuota,
      rails: [],
      texts: filteredTexts(service),
    }),
    texts,
  };
}

/** What a buyer is asked for; null where the live token is unknown. */
function askedIn({ asked, price, currency }: CopyService): readonly [price: string, currency: string] | null {
  return asked === 0 ? [price, currency] : asked;
}

/** A service as lists show it. */
export function listedIn(service: CopyService, categoryName: (id: string) => string): ServiceRow {
  const { id, name, description, category, network, state, reason, trustScore } = service;
  const payments = service.payments && { txCount: service.payments[0], attribution: service.payments[1] };
  const asked = askedIn(service);
  const address = shownAddress(service.endpoint);

  return {
    ...{ id, name, state, reason },
    face: faceOf(name, address),
    address,
    summary: excerpt(description, summaryLength),
    categoryId: category,
    category: categoryTitle(categoryName(category)),
    network: networkTitle(network),
    isTestnet: findNetwork(network)?.testnet ?? false,
    furtherNetworks: furtherChains(service.chains, network).length,
    amount: shownAmount({
      asked: asked && { price: asked[0], currency: asked[1] },
      varies: service.varies,
      price: { declared: service.price },
      token: { declared: service.currency },
    }),
    note: reasonNote({ state, reason }),
    isDeprecated: service.deprecated === 1,
    trust: trustLabel({ trustScore }),
    checks: checksLabel(service.checked),
    payments: paymentsLabel({ payments }),
    delivered: deliveredLabel(service.stated),
  };
}
