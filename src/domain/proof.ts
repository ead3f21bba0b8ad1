import type { Proof } from './owner.ts';
import type { Look, Provable } from './ownership/method.ts';
import { proofRules } from './ownership/methods.ts';
import { printable } from './plain-text.ts';

/** Whether a proof is about the host and wallet that a service declares. It cannot tell that the host of a proof by wallet is new. */
export function stillHolds(
  { method, evidence }: Pick<Proof, 'method' | 'evidence'>,
  service: Provable,
): boolean {
  return proofRules(method).fits(evidence, service);
}

/** The line by which a host names an owner to one catalog; `catalogHost` is the host of its SITE_URL, with the port if it has one. */
export function ownerLine(owner: string, catalogHost: string): string {
  return `owner=${owner} catalog=${catalogHost}`;
}

const maxShownLength = 300;

/** Looks for the line of an owner among texts from its host, which are lines of a file or TXT records of a name. */
export function lookAmong(texts: readonly string[], line: string, noun: 'line' | 'TXT record'): Look {
  if (texts.includes(line)) return { result: 'found', seen: `it has the ${noun} "${line}"` };

  const similar = texts.find((text) => text.trimStart().startsWith('owner='));
  const seen =
    similar === undefined
      ? `it has no ${noun} that begins with "owner="`
      : `it has the ${noun} "${printable(similar, maxShownLength)}" instead`;
  return { result: 'missing', seen };
}

export interface LookRecord {
  readonly evidence: string;
  /** When the proof was last found. */
  readonly heldAt: Date;
  readonly lookedAt: Date;
  /** Looks in a row that did not find it. */
  readonly misses: number;
}

/** The looks at a proof since it was made; there may be none yet. */
export function recordOf({ evidence, at }: Proof, last: LookRecord | undefined): LookRecord {
  const madeAt = new Date(at);
  if (last?.evidence === evidence && last.lookedAt >= madeAt) return last;

  return { evidence, heldAt: madeAt, lookedAt: madeAt, misses: 0 };
}

/** One look may miss what is there. */
const missesToStale = 2;

/** Whether a proof was missing often enough to say so. */
export function isStale({ misses }: Pick<LookRecord, 'misses'>): boolean {
  return misses >= missesToStale;
}
