import { join } from 'node:path';
import { z } from 'zod';
import { readJson } from '../domain/strict-json.ts';
import { Timestamp } from '../domain/timestamp.ts';
import { Commit, Cursor } from './change-feed.ts';
import { LogState } from './log-verifier.ts';
import { damaged, readOwnText, writeOwnText } from './own-folder.ts';

/** Of a tag that is remembered. */
export const longestTag = 500;

const Digest = z.string().regex(/^[0-9a-f]{64}$/);

export const formats = ['files', 'ndjson'] as const;
export type Format = (typeof formats)[number];

/** The manifest that the copy was last compared with, or was made from. */
const SeenManifest = z.strictObject({
  sha256: Digest,
  etag: z.string().max(longestTag).nullable(),
  builtAt: z.iso.datetime(),
  /** The names of who signed it, from the file of allowed signers; null where nobody asked. */
  signedBy: z.string().nullable(),
});

export type SeenManifest = Readonly<z.infer<typeof SeenManifest>>;

/** What is known of the copy of what buyers say. */
const TakenOutcomes = z.strictObject({ etag: z.string().max(longestTag).nullable(), sha256: Digest });

export type TakenOutcomes = Readonly<z.infer<typeof TakenOutcomes>>;

/** Where a mirror stands: `mirror.json`. It is written after the services, so it is never ahead of them. */
const MirrorState = z.strictObject({
  version: z.literal(1),
  from: z.url(),
  format: z.enum(formats),
  /** Where changes come from: the feed of a server, or the manifests of a static site. */
  source: z.enum(['changes', 'manifest']),
  /** False from the moment at which an export begins to be applied, until it is. */
  complete: z.boolean(),
  /** Where to go on in the feed; null for a static site. */
  cursor: Cursor.nullable(),
  commit: Commit.nullable(),
  services: z.int().nonnegative(),
  /** Of the data (SPDX), where the catalog names one. */
  licence: z.string().max(200).nullable(),
  manifest: SeenManifest.nullable(),
  log: LogState.nullable(),
  /** Absent in the state of older mirrors; null where the catalog has no record of outcomes. */
  outcomes: TakenOutcomes.nullable().default(null),
  lastVisit: Timestamp,
});
export type MirrorState = Readonly<z.infer<typeof MirrorState>>;

const fileName = 'mirror.json';

/** Undefined for a folder without a state. @throws {MirrorFault} when it is damaged. */
export async function readState(folder: string): Promise<MirrorState | undefined> {
  const path = join(folder, fileName);
  const text = await readOwnText(path);
  if (text === undefined) return undefined;

  const json = readJson(text);
  const read = 'value' in json ? MirrorState.safeParse(json.value) : undefined;
  if (read?.success) return read.data;
  throw damaged(path);
}

/** Replaces the state in one step, so that a crash leaves the old one or the new one. */
export async function writeState(folder: string, state: MirrorState): Promise<void> {
  await writeOwnText(join(folder, fileName), `${JSON.stringify(state, null, 2)}\n`);
}
