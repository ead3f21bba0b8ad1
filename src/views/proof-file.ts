import { z } from 'zod';
import { Pin } from '../domain/pin.ts';
import { maxProofBytes, ProvenLeaf } from '../domain/proof-file.ts';
import type { Entry } from '../domain/snapshot.ts';
import { bodyOf } from './body.ts';
import type { ObservedView } from './observed-terms.ts';
import { OutcomeSummary } from './outcomes.ts';
import { pinOf } from './pin.ts';
import { Service, serviceView } from './service.ts';

/** What proves what a catalog says of a service. The texts of the entry end with `…` where the file would be too large. */
export const ProofFile = z.strictObject({
  version: z.literal('proof/1'),
  entry: Service,
  pin: z.nullable(Pin).meta({
    description: 'The live terms as last read; null where no check read terms that a buyer can rely on.',
  }),
  outcomes: OutcomeSummary,
  leaves: z.array(ProvenLeaf).meta({
    description: 'Entries of the log about the service, first the newest that tells of its terms.',
  }),
  checkpoint: z.string().nullable().meta({
    description: 'The signed size of the log that the leaves are proven for; null where no log is kept.',
  }),
});
export type ProofFile = z.infer<typeof ProofFile>;

/** Entries of the log with their proofs, and the signed note that these lead to. */
export interface Proven {
  /** First the one that tells of the terms; further ones as far as there is room. */
  readonly leaves: readonly ProvenLeaf[];
  readonly checkpoint: string | null;
}

/** What a service is, what it asks and what the log says of it, in at most 8 kB. */
export function proofFile(entry: Entry, observed: ObservedView, { leaves, checkpoint }: Proven): ProofFile {
  const [first, ...further] = leaves;
  const whole: ProofFile = {
    version: 'proof/1',
    entry: serviceView(entry),
    pin: pinOf(entry, observed),
    outcomes: { ...entry.observed.facts.outcomes },
    leaves: first ? [copyOf(first)] : [],
    checkpoint,
  };

  const fitting = cuts.reduce((file, cut) => (excess(file) > 0 ? cut(file) : file), whole);
  return further.reduce((file, leaf) => {
    const longer = { ...file, leaves: [...file.leaves, copyOf(leaf)] };
    return excess(longer) > 0 ? file : longer;
  }, fitting);
}

/** What is left out, one after another, until the file is small enough: no proof depends on it. */
const cuts: readonly ((file: ProofFile) => ProofFile)[] = [
  (file) => cutText(file, 'description'),
  (file) => cutText(file, 'name'),
  (file) => withEntry(file, { supportedChains: file.entry.supportedChains.slice(0, 1) }),
  dropCosignatures,
];

function cutText(file: ProofFile, field: 'name' | 'description'): ProofFile {
  const characters = Array.from(file.entry[field]);
  let spare = excess(file) + bytesOf('…');
  while (spare > 0 && characters.length > 0) spare -= bytesOf(characters.pop() ?? '');

  return withEntry(file, { [field]: `${characters.join('').trimEnd()}…` });
}

/** A note stays signed by the log, whose signature comes first, without those of its last witnesses. */
function dropCosignatures(file: ProofFile): ProofFile {
  let shorter = file;
  while (excess(shorter) > 0) {
    const checkpoint = shorter.checkpoint?.replace(/(\n— .*\n)— .*\n$/, '$1') ?? null;
    if (checkpoint === shorter.checkpoint) break;
    shorter = { ...shorter, checkpoint };
  }
  return shorter;
}

function withEntry(file: ProofFile, change: Partial<Service>): ProofFile {
  return { ...file, entry: { ...file.entry, ...change } };
}

function copyOf({ index, leaf, hashes }: ProvenLeaf): ProofFile['leaves'][number] {
  return { index, leaf, hashes: [...hashes] };
}

/** How many bytes a file has too many. */
function excess(file: ProofFile): number {
  return new TextEncoder().encode(bodyOf(file)).length - maxProofBytes;
}

/** Of a text in JSON, without its quotes. */
function bytesOf(text: string): number {
  return new TextEncoder().encode(JSON.stringify(text)).length - 2;
}
