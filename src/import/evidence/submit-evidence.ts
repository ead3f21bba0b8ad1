import { eachConcurrently } from '../../adapters/each-concurrently.ts';
import type { DeclaredService } from '../../domain/service.ts';
import { normalizeAddress } from '../../domain/network.ts';
import { parseEndpoint } from '../../domain/endpoint-url.ts';
import type { Evidence, NamedSeller } from './read-evidence.ts';

/** What the catalog answers to a claim. */
interface Answer {
  readonly kind: 'recorded' | 'waiting' | 'exists' | 'refused' | 'not_counted' | 'full';
  readonly fault?: string;
}

interface Dependencies {
  readonly services: NamedServices;
  readonly submit: (
    service: DeclaredService,
    claim: Evidence['claim'] & { readonly source: string },
  ) => Promise<Answer>;
  /** Named in each statement. */
  readonly source: string;
  /** Called after each payment. */
  readonly done: () => void;
}

export interface EvidenceTally {
  readonly recorded: number;
  readonly waiting: number;
  /** Somebody has stated the same. */
  readonly exists: number;
  /** By code, those included whose service is unknown or whose network is not counted. */
  readonly refused: Readonly<Record<string, number>>;
}

/** Faults that another service at the same wallet may not have. */
const notItsPayment: ReadonlySet<string> = new Set(['tx_not_to_seller', 'amount_not_asked']);

/** Sends evidence through the same gate as statements over HTTP, several payments at a time. */
export async function submitEvidence(
  evidence: readonly Evidence[],
  dependencies: Dependencies,
): Promise<EvidenceTally> {
  const counts = { recorded: 0, waiting: 0, exists: 0 };
  const refused = new Map<string, number>();
  await eachConcurrently(evidence, async (each) => {
    const { kind, fault = kind } = await submitOne(each, dependencies);
    if (kind === 'recorded' || kind === 'waiting' || kind === 'exists') counts[kind] += 1;
    else refused.set(fault, (refused.get(fault) ?? 0) + 1);
    dependencies.done();
  });

  return { ...counts, refused: Object.fromEntries(refused) };
}

async function submitOne(
  { seller, claim }: Evidence,
  { services, submit, source }: Dependencies,
): Promise<Answer> {
  let answer: Answer = { kind: 'refused', fault: 'service_unknown' };
  for (const service of services.find(seller, claim.network)) {
    answer = await submit(service, { ...claim, source });
    // The payer signed for another catalog: here, only the payment speaks for the statement.
    if (answer.fault === 'signature_not_payers') {
      answer = await submit(service, { ...claim, signature: undefined, source });
    }
    if (answer.kind !== 'refused' || !notItsPayment.has(answer.fault ?? '')) return answer;
  }

  return answer;
}

/** Services that are paid at one wallet and tried in turn: the amount of a payment decides which one it was for. */
const maxTried = 20;

export class NamedServices {
  readonly #byId = new Map<string, DeclaredService>();
  readonly #byEndpoint = new Map<string, DeclaredService>();
  readonly #byWallet = new Map<string, DeclaredService[]>();

  constructor(services: Iterable<DeclaredService>) {
    for (const service of services) {
      this.#byId.set(service.id, service);
      this.#byEndpoint.set(service.endpoint, service);
      const { network, paymentAddress } = service.x402Config;
      const wallet = normalizeAddress(network, paymentAddress);
      this.#byWallet.set(wallet, [...(this.#byWallet.get(wallet) ?? []), service]);
    }
  }

  find(
    { service = '', endpoint = '', wallet = '' }: NamedSeller,
    network: string,
  ): readonly DeclaredService[] {
    const named = this.#byId.get(service) ?? this.#byEndpoint.get(normalized(endpoint));
    if (named) return [named];

    return (this.#byWallet.get(normalizeAddress(network, wallet)) ?? []).slice(0, maxTried);
  }
}

function normalized(endpoint: string): string {
  const read = parseEndpoint(endpoint, { allowInsecure: true });

  return 'endpoint' in read ? read.endpoint : endpoint;
}
