import { privateKeyToAccount } from './evm-account.ts';
import { z } from 'zod';
import { type Buyer, type Hash, type Market, openMarket, type Seller } from '../../economy/market.ts';
import type { Outcome } from '../../src/domain/outcome.ts';
import { receiptHash } from '../../src/outcomes/receipt.ts';
import { signedText } from '../../src/outcomes/signed-text.ts';
import { register, registrationOf } from './registration.ts';
import { type RunningServer, startServer, Workplace } from './running-server.ts';
import { rpcProxy } from './rpc-proxy.ts';

/** An answer, by the members that tests read. */
const Answer = z.looseObject({ id: z.string().default('') });
const Outcomes = z.object({
  rules: z.string(),
  summary: z.looseObject({ payments: z.int(), clusters: z.int(), verdict: z.string() }),
  statements: z.array(z.looseObject({ id: z.string(), counted: z.boolean(), state: z.string() })),
});

const siteUrl = 'https://catalog.example.com';

/** A market, and a catalog whose buyers state what they got. */
export class StatingMarket {
  readonly market: Market;
  readonly key: string;
  readonly server: RunningServer;
  readonly close: () => Promise<void>;
  #clients = 0;

  private constructor(parts: Pick<StatingMarket, 'market' | 'key' | 'server' | 'close'>) {
    this.market = parts.market;
    this.key = parts.key;
    this.server = parts.server;
    this.close = parts.close;
  }

  static async open(): Promise<StatingMarket> {
    const market = await openMarket();
    const provider = await rpcProxy(market.chain.rpcUrl);
    const workplace = await Workplace.make();
    const key = await workplace.key();
    const server = await startServer({
      ...workplace.environment,
      ALLOW_INSECURE_ENDPOINTS: '1',
      PROBE_ALLOW_PRIVATE: '1',
      RPC_URL_BASE_SEPOLIA: provider.url,
      SITE_URL: siteUrl,
      PAYMENT_INTERVAL: '1s',
      PAYMENT_CONFIRMATIONS: '2',
      TRUSTED_PROXIES: '127.0.0.1',
    });
    const close = async (): Promise<void> => {
      await server.stop('SIGTERM');
      await provider.close();
      await market.close();
      await workplace.remove();
    };

    return new StatingMarket({ market, key, server, close });
  }

  /** Lists a seller; resolves to the id of its service. */
  async list(seller: Seller): Promise<string> {
    const answer: unknown = await (await register(this.server.url, this.key, registrationOf(seller))).json();

    return z.object({ id: z.string() }).parse(answer).id;
  }

  /** Has a buyer pay, and waits for finality. */
  async buy(buyer: Buyer, seller: Seller): Promise<Hash> {
    const [receipt] = await buyer.buy(seller);
    await this.market.chain.mine(3);
    return receipt?.transaction ?? '0x';
  }

  /** What a buyer signs of a purchase. */
  async signed(
    buyer: Pick<Buyer, 'privateKey'>,
    service: string,
    tx: Hash,
    outcome: Outcome,
    httpStatus = 200,
  ) {
    const claim = { network: this.market.chain.network, tx, outcome, httpStatus };
    const message = signedText(new URL(siteUrl).host, service, claim);

    return { ...claim, signature: await privateKeyToAccount(buyer.privateKey).signMessage({ message }) };
  }

  /** The receipt of a seller with this wallet for a purchase. */
  async receipt(wallet: Pick<Buyer, 'privateKey'>, seller: Seller, payer: string, transaction: Hash) {
    const { chain } = this.market;
    const payload = {
      ...{ version: 1, network: chain.network, resourceUrl: seller.url, payer },
      ...{ issuedAt: Math.floor((await chain.now()).getTime() / 1000), transaction },
    };
    const hash = `0x${Buffer.from(receiptHash({ payload })).toString('hex')}` as const;
    const signature = await privateKeyToAccount(wallet.privateKey).sign({ hash });

    return { format: 'eip712', payload, signature };
  }

  async state(
    service: string,
    body: object,
    query = '',
  ): Promise<{ status: number; body: z.infer<typeof Answer> }> {
    const answer = await this.#post(`${service}/outcomes${query}`, body);

    return { status: answer.status, body: Answer.parse(await answer.json()) };
  }

  /** Answers a statement as the owner. */
  async reply(service: string, id: string, body: object): Promise<Response> {
    return this.#post(`${service}/outcomes/${id}/reply`, body, { Authorization: `Bearer ${this.key}` });
  }

  async outcomesOf(service: string): Promise<z.infer<typeof Outcomes>> {
    return Outcomes.parse(await (await fetch(`${this.server.url}/api/services/${service}/outcomes`)).json());
  }

  /** Each request is one of another client: limits are no part of these tests. */
  async #post(path: string, body: object, headers = {}): Promise<Response> {
    this.#clients += 1;
    const client = `10.0.${String(this.#clients >> 8)}.${String(this.#clients & 255)}`;
    return fetch(`${this.server.url}/api/services/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': client, ...headers },
      body: JSON.stringify(body),
    });
  }
}
