import { z } from 'zod/mini';
import { PricePerRequest } from './money.ts';
import { outcomeVerdicts } from './outcome.ts';
import { Pin } from './pin.ts';
import { quoted } from './plain-text.ts';
import { ServiceId } from './service-id.ts';
import { readJson } from './strict-json.ts';

/** An entry of the log of who is paid, and the proof that it is one. */
export const ProvenLeaf = z.strictObject({
  index: z.int().check(z.minimum(0), z.meta({ description: 'Its place in the log.', examples: [0] })),
  leaf: z.string().check(
    z.maxLength(1024),
    z.meta({
      description: 'The entry as the log has it.',
      examples: [`tollbook/1 2026-01-31T12:00:00.000Z ${'a'.repeat(64)} ${'b'.repeat(64)}`],
    }),
  ),
  hashes: z.array(z.string().check(z.regex(/^[\w+/]{43}=$/))).check(
    z.maxLength(63),
    z.meta({
      description: 'The inclusion proof up to the size of the checkpoint, in base64 (RFC 9162, 2.1.3).',
      examples: [[]],
    }),
  ),
});
export type ProvenLeaf = Readonly<z.infer<typeof ProvenLeaf>>;

export const maxProofBytes = 8000;

/** What readers take: the same with spaces and line feeds. */
export const maxReadBytes = 4 * maxProofBytes;

const Text = z.string().check(z.maxLength(4096));
const Count = z.int().check(z.minimum(0));

/** A proof file as its readers need it. Catalogs may add members, which are left out. */
const ProofFile = z.object({
  version: z.literal('proof/1'),
  entry: z.object({
    id: ServiceId,
    endpoint: z.url(),
    pricing: z.object({ currency: Text, pricePerRequest: PricePerRequest }),
    x402Config: z.object({ paymentAddress: Text, network: Text }),
  }),
  pin: z.nullable(z.object(Pin.shape)),
  outcomes: z.object({ payments: Count, payers: Count, clusters: Count, verdict: z.enum(outcomeVerdicts) }),
  leaves: z.array(z.object(ProvenLeaf.shape)).check(z.maxLength(64)),
  checkpoint: z.nullable(z.string().check(z.maxLength(maxProofBytes))),
});
export type ProofFile = Readonly<z.infer<typeof ProofFile>>;

/** Reads a proof file from anywhere, or says as the second half of a sentence why it is none. */
export function readProofFile(text: string): { readonly file: ProofFile } | { readonly fault: string } {
  if (text.length > maxReadBytes) return { fault: `it has more than ${String(maxReadBytes)} characters` };
  const json = readJson(text);
  if ('fault' in json) return { fault: `it is not JSON: ${json.fault}` };

  const { data, error } = ProofFile.safeParse(json.value);
  if (data) return { file: data };
  const path = error.issues[0]?.path.join('.') ?? '';
  return {
    fault: path === '' ? 'it holds no JSON object' : `its member ${quoted(path)} is missing or wrong`,
  };
}
