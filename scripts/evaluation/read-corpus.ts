import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Category, CategoriesFile } from '../../src/domain/category.ts';
import { chainName } from '../../src/domain/network.ts';
import { unobserved } from '../../src/domain/service.ts';
import { Service } from '../../src/views/service.ts';
import { serviceId } from '../../src/domain/service-id.ts';
import { type Entry, Snapshot } from '../../src/domain/snapshot.ts';

const Records = z.array(z.object({ ...Service.shape, id: z.string(), endpoint: z.url() }));
const Slots = z.record(z.string(), z.unknown());
export const Labels = z.array(
  z.object({
    id: z.string(),
    type: z.string(),
    q: z.string(),
    slots: Slots,
    relevant: z.record(z.string(), z.number()),
  }),
);
export type Label = z.infer<typeof Labels>[number];

export interface Corpus {
  readonly snapshot: Snapshot;
  readonly entries: readonly Entry[];
  readonly categories: readonly Category[];
  /** The corpus id of a service, by its id in the snapshot. */
  corpusId(id: string): string;
}

/** Reads an evaluation corpus as a catalog, with the observed facts of its services. */
export async function readCorpus(folder: string): Promise<Corpus> {
  const records = Records.parse(await readJson(join(folder, 'corpus.json')));
  const categories = CategoriesFile.parse(await readJson(join(folder, 'categories.json')));
  const entries = records.map((record) => entryOf(record));
  const version = { commit: '0'.repeat(40), changedAt: '2026-01-01T00:00:00.000Z', unbuilt: 0 };
  const ids = new Map(records.map(({ id }, at) => [entries[at]?.declared.id ?? '', id]));

  return {
    snapshot: Snapshot.of(version, categories, entries),
    entries,
    categories,
    corpusId: (id) => ids.get(id) ?? id,
  };
}

export async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'));
}

function entryOf(record: z.infer<typeof Records>[number]): Entry {
  const { trustScore, status, supportedChains, ...declared } = record;
  const own = chainName(declared.x402Config.network);

  return {
    declared: { ...declared, id: serviceId(declared.name, declared.endpoint) },
    observed: { ...unobserved, trustScore, status, chains: supportedChains.filter((chain) => chain !== own) },
  };
}
