import { z } from 'zod';

/** The forms in which other catalogs list services. */
const sourceKinds = [
  'bazaar',
  'agents',
  'agent-search',
  'manifest',
  'list',
  'well-known',
  'openapi',
] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** Another catalog, by the address under which its listings are remembered. The same catalog has the same address however it was found. */
export const Source = z.strictObject({ kind: z.enum(sourceKinds), url: z.url().max(400) });
export type Source = Readonly<z.infer<typeof Source>>;

/** What each form is called. */
export const sourceNames = {
  bazaar: 'a list of x402 resources (Bazaar)',
  agents: 'a registry of ARD',
  'agent-search': 'a registry of ARD that can only be searched',
  manifest: 'a manifest of ARD',
  list: 'a list of services',
  'well-known': 'a list of the resources of one site',
  openapi: 'the OpenAPI document of one site',
} as const satisfies Record<SourceKind, string>;

/** Whether a source speaks for its own host alone, so that its paths are on that host. */
export function speaksForItself({ kind }: Source): boolean {
  return kind === 'well-known' || kind === 'openapi';
}

export interface Page {
  readonly items: readonly unknown[];
  /** How many entries the source says it has; null where it does not say. */
  readonly total: number | null;
  /** Where the page begins, as the source says; null where it does not. */
  readonly offset: number | null;
  /** How many entries a page holds at most, as the source says; null where it does not. */
  readonly limit: number | null;
  /** What leads to the next page in a source that pages by tokens; null at its end. Undefined where offsets lead on. */
  readonly token?: string | null;
}

/** Reads the page at a place of a source; undefined where the source says that nothing is there. @throws {ImportFault} */
export type ReadPage = (place: Place) => Promise<Page | undefined>;

const count = z.int().nonnegative();

/** Where to go on in a source. */
export const Place = z.strictObject({
  offset: count,
  limit: count.min(1),
  /** The largest total that the source has named. */
  total: count.nullable(),
  token: z.string().max(4_096).nullable(),
  /** Pages in a row that brought nothing new. */
  barren: count,
});
export type Place = Readonly<z.infer<typeof Place>>;
