import { pegOf } from '../domain/asset.ts';
import type { Figures } from './compare-marks.ts';
import { comparedIds, maxCompared } from './links.ts';
import type { SiteCatalog } from './site-catalog.ts';
import { servicePage, type ServicePage } from './service-page.ts';

/** Everything that the comparison page shows. */
export interface ComparePage {
  readonly services: readonly ServicePage[];
  /** Requested ids of services that never existed. */
  readonly unknown: readonly string[];
  /** Names of requested services that were removed. */
  readonly gone: readonly string[];
  /** Whether more services were requested than fit side by side. */
  readonly isCut: boolean;
}

export async function comparePage(parameters: URLSearchParams, catalog: SiteCatalog): Promise<ComparePage> {
  const { snapshot } = catalog;
  const ids = comparedIds(parameters);
  const entries = ids.flatMap((id) => snapshot.find(id) ?? []);
  const missing = ids.filter((id) => !snapshot.find(id));

  return {
    services: await Promise.all(entries.slice(0, maxCompared).map((entry) => servicePage(entry, catalog))),
    unknown: missing.filter((id) => !snapshot.tombstone(id)),
    gone: missing.flatMap((id) => snapshot.tombstone(id)?.name ?? []),
    isCut: entries.length > maxCompared,
  };
}

/** What a comparison weighs of a service. The tokens of test networks are worth nothing, so their prices are a unit of their own. */
export function figuresOf({ known, network, seen }: ServicePage): Figures {
  const { asked, payments } = known;

  return {
    price: asked && {
      amount: asked.price,
      unit: `${network.isTestnet ? 'test ' : ''}${pegOf(asked.currency) ?? asked.currency}`,
    },
    averageMs: seen?.averageMs ?? null,
    payments: payments?.attribution === 'service' ? payments.txCount : null,
  };
}
