import { parseEndpoint } from '../../domain/endpoint-url.ts';
import { spelledOn } from '../../domain/network.ts';
import type { DeclaredService } from '../../domain/service.ts';
import type { NamedSeller } from './read-evidence.ts';

/** Services that are paid at one wallet and tried in turn: the amount of a payment tells which one it was for. */
const mostTried = 20;

/** Finds services as sources name them. */
export class NamedServices {
  readonly #byId = new Map<string, DeclaredService>();
  readonly #byEndpoint = new Map<string, DeclaredService>();
  readonly #byWallet = new Map<string, DeclaredService[]>();

  constructor(services: Iterable<DeclaredService>) {
    for (const service of services) {
      this.#byId.set(service.id, service);
      this.#byEndpoint.set(service.endpoint, service);
      const { network, paymentAddress } = service.x402Config;
      const wallet = spelledOn(network, paymentAddress);
      this.#byWallet.set(wallet, [...(this.#byWallet.get(wallet) ?? []), service]);
    }
  }

  /** The service with the id or endpoint, else those that are paid at the wallet on the network of a payment. */
  find(
    { service = '', endpoint = '', wallet = '' }: NamedSeller,
    network: string,
  ): readonly DeclaredService[] {
    const named = this.#byId.get(service) ?? this.#byEndpoint.get(normalized(endpoint));
    if (named) return [named];

    return (this.#byWallet.get(spelledOn(network, wallet)) ?? []).slice(0, mostTried);
  }
}

function normalized(endpoint: string): string {
  const read = parseEndpoint(endpoint, { allowInsecure: true });

  return 'endpoint' in read ? read.endpoint : endpoint;
}
