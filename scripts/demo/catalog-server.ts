import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Market } from '../../economy/market.ts';
import { newSigningKey } from '../../src/adapters/signing/ssh-key.ts';
import { isSetting } from '../../src/config/environment.ts';
import { ApiError, type Client, createClient, type Observed } from '../../src/client/client.ts';
import { type OutcomeClaim, type OutcomeVerdict, outcomeVerdicts } from '../../src/domain/outcome.ts';
import { Health } from '../../src/views/health.ts';
import { PaymentsView } from '../../src/views/payments.ts';
import type { Stall } from './stalls.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** How long the server may take to stop by itself. Shorter than the demo's own time for that. */
const graceMs = 6_000;

/** Blocks on top of a payment, so that it is deep enough to be counted. */
export const confirmations = 1;

/** The settings that say nothing of the operator's own catalog, which the demo must not touch. */
const harmless: ReadonlySet<string> = new Set(['EMBEDDING_MODEL']);

const OutcomesSeen = z.object({ summary: z.object({ verdict: z.enum(outcomeVerdicts) }) });

/** What a buyer says of a purchase. */
export interface SignedStatement extends OutcomeClaim {
  readonly signature: string;
}

/** Where the demo's server keeps its things, and where it listens. */
export interface Place {
  /** A temporary folder for the catalog, the state and the builds. */
  readonly folder: string;
  readonly port: number;
}

/** The environment of everything that works on the demo's catalog. */
export function environmentIn({ folder, port }: Place): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => harmless.has(name) || !isSetting(name));

  return {
    ...Object.fromEntries(own),
    PORT: String(port),
    CATALOG_NAME: 'demo',
    CATALOG_DIR: join(folder, 'catalog'),
    DATA_DIR: join(folder, 'data'),
    DIST_DIR: join(folder, 'dist'),
    LOG_LEVEL: 'error',
    SIGNING_KEY: newSigningKey('tollbook demo'),
    // The demo itself asks often while it waits, and all buyers have one address.
    RATE_LIMIT_READ: '0',
    RATE_LIMIT_WRITE: '0',
  };
}

/** Makes an API key as an operator does, by `npm run keys`. */
export async function makeKey(environment: NodeJS.ProcessEnv, signal: AbortSignal): Promise<string> {
  const args = [join(root, 'scripts/keys.ts'), 'create', '--owner', 'demo', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: environment, signal });

  return z.object({ key: z.string() }).parse(JSON.parse(stdout)).key;
}

/** The demo's server, in a process of its own. */
export interface CatalogServer {
  /** Rejects when the server ends before anybody stopped it. */
  readonly ended: Promise<never>;
  /** Resolves once it answers. */
  ready(): Promise<void>;
  /** Registers what the owner of a stall declares; resolves to the id of the service. */
  register(stall: Stall, key: string): Promise<string>;
  observed(id: string): Promise<Observed>;
  payments(id: string): Promise<PaymentsView>;
  /** What buyers say of a service adds up to this. */
  outcomes(id: string): Promise<OutcomeVerdict>;
  /** Sends what a buyer says of a purchase. */
  state(id: string, statement: SignedStatement): Promise<void>;
  /** The time of the build that the pages are from; undefined without one. */
  builtAt(): Promise<Date | undefined>;
  stop(): Promise<void>;
}

/**
 * Starts the server, with short intervals, and with the market's chain to count payments on. It builds the pages after the first changes:
 * a build before them would take some seconds, and show nothing.
 */
export function startCatalogServer(
  environment: NodeJS.ProcessEnv,
  url: string,
  { chain, tokens }: Market,
): CatalogServer {
  const child = spawn(process.execPath, [join(root, 'src/server.ts')], {
    env: {
      ...environment,
      // By this name, the server ends when its parent does.
      npm_lifecycle_event: 'demo',
      ALLOW_INSECURE_ENDPOINTS: '1',
      PROBE_ALLOW_PRIVATE: '1',
      PROBE_INTERVAL: '4s',
      BUILD_INTERVAL: '4s',
      RPC_URL_BASE_SEPOLIA: chain.rpcUrl,
      ASSET_BASE_SEPOLIA_EURC: tokens.EURC,
      PAYMENT_INTERVAL: '1s',
      PAYMENT_CONFIRMATIONS: String(confirmations),
    },
    // Ctrl-C reaches every process of a group, but here each part is stopped in its turn.
    detached: true,
    stdio: ['ignore', process.stderr, process.stderr],
  });
  const exit = once(child, 'exit');
  let isStopped = false;
  const ended = exit.then(() => (isStopped ? new Promise<never>(() => undefined) : isGone()));
  const read = async (path: string): Promise<unknown> => {
    const response = await fetch(url + path).catch(isGone);
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.json();
  };

  return {
    ended,
    ready: () => Promise.race([ended, answer(`${url}/health`)]),
    register: (stall, key) => register(createClient({ baseUrl: url, key }), stall),
    observed: (id) => createClient({ baseUrl: url, retries: 0 }).observed(id).catch(isGone),
    payments: async (id) => PaymentsView.parse(await read(`/api/services/${id}/payments`)),
    outcomes: async (id) => OutcomesSeen.parse(await read(`/api/services/${id}/outcomes`)).summary.verdict,
    state: (id, statement) => state(`${url}/api/services/${id}/outcomes`, statement),
    builtAt: async () => {
      const { builtAt } = Health.parse(await read('/health')).catalog;
      return builtAt === null ? undefined : new Date(builtAt);
    },
    stop: async () => {
      isStopped = true;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
      if (child.exitCode === null && child.signalCode === null) await exit;
      clearTimeout(timer);
    },
  };
}

async function state(url: string, statement: SignedStatement): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(statement),
  }).catch(isGone);

  // The catalog takes 30 a minute from one address, and the next purchase will do.
  if (!response.ok && response.status !== 429) {
    throw new Error(`a buyer was not heard: ${await response.text()}`);
  }
}

function isGone(): never {
  throw new Error('the server of the catalog is gone; a line above may say why');
}

/** Resolves once a server answers there. */
async function answer(url: string): Promise<void> {
  while (!(await fetch(url).catch(() => undefined))?.ok) await pause(100);
}

async function register(client: Client, stall: Stall): Promise<string> {
  const { name, description, category, endpoint, open } = stall;
  const { token, price, wallet } = open.declared;
  const pricing = { currency: token, pricePerRequest: price };
  const x402Config = { network: 'base-sepolia', paymentAddress: wallet };

  try {
    return (await client.register({ name, description, endpoint, category, pricing, x402Config })).id;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'unreachable') isGone();
    throw new Error(`${name} was not registered: ${error.message}`, { cause: error });
  }
}
