import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Market, openMarket } from '../../economy/market.ts';
import type { Lifecycle } from '../../src/app/lifecycle.ts';
import { addPackages, hasPackages } from '../own-packages.ts';
import { type CatalogServer, environmentIn, makeKey, startCatalogServer } from './catalog-server.ts';
import { openStalls, paymentsAtFirst, type Stall } from './stalls.ts';
import {
  buyAtFirst,
  chainDays,
  goOnBuying,
  type Parties,
  payHistory,
  type Purchase,
  statementOn,
} from './trade.ts';
import { openVisitor, type Visitor } from './visitor.ts';

const economy = fileURLToPath(new URL('../../economy/', import.meta.url));
const dayMs = 86_400_000;

/** The pages must show everything after this time, on a busy machine too. */
const longestMs = 300_000;

/** A registered seller. */
interface Listed {
  readonly stall: Stall;
  readonly id: string;
}

/** What can be looked at, and with what to buy. */
export interface Demo {
  readonly url: string;
  readonly listed: readonly Listed[];
  readonly visitor: Visitor;
}

/**
 * Opens a market and a catalog of it, and resolves once the pages show what happened there. `life` stops all of it.
 * @throws {Error} when a part fails, or when `life` stops meanwhile
 */
export async function openDemo(life: Lifecycle, port: number, say: (line: string) => void): Promise<Demo> {
  await addEconomy(life, say);
  const folder = temporaryFolder(life);
  const environment = environmentIn({ folder, port });
  const url = `http://127.0.0.1:${port}`;

  say('Opening a market: a chain, stablecoins, a facilitator, 15 sellers and their buyers …');
  const [market, key] = await Promise.all([openOwnMarket(life), makeKey(environment, life.stopping)]);
  life.throwIfStopping();
  const server = openServer(life, environment, url, market);
  const [{ stalls, ...parties }] = await Promise.all([fillMarket(market), server.ready()]);
  life.throwIfStopping();

  say('Registering them, checking them, buying from them …');
  const waiting = new Waiting(life, server);
  const [listed, purchases, visitor] = await Promise.all([
    listAll(stalls, server, key, waiting),
    buyAtFirst(market, stalls, parties),
    openVisitor(market, folder),
  ]);
  const speak = speaker(market, server, url, listed);
  for (const purchase of purchases) await speak(purchase);
  await waiting.each(listed, (each) => isShown(server, each));
  await waiting.until(isBuiltAfter(server, new Date()));

  trade(life, market, { stalls, parties, use: speak });
  return { url, listed, visitor };
}

/** Installs the packages of the market, unless they are there. */
async function addEconomy(life: Lifecycle, say: (line: string) => void): Promise<void> {
  if (hasPackages(economy)) return;

  say('Installing the packages of the market, once (about 230 MB in economy/node_modules, half a minute) …');
  const added = addPackages(economy, life.stopping);
  life.onStop(() => added.catch(() => undefined));
  await added;
}

/** A folder that goes when the demo does. */
function temporaryFolder(life: Lifecycle): string {
  const folder = mkdtempSync(join(tmpdir(), 'tollbook-demo-'));
  life.onStop(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));

  return folder;
}

async function openOwnMarket(life: Lifecycle): Promise<Market> {
  const market = await openMarket({ startsAt: new Date(Date.now() - chainDays * dayMs) });
  life.onStop(() => market.close());

  return market;
}

function openServer(
  life: Lifecycle,
  environment: NodeJS.ProcessEnv,
  url: string,
  market: Market,
): CatalogServer {
  const server = startCatalogServer(environment, url, market);
  life.onStop(() => server.stop());
  server.ended.catch((error: unknown) => {
    life.fail(error);
  });

  return server;
}

/** Opens the stalls, and lets the first buyers pay for the past days. */
async function fillMarket(market: Market): Promise<Parties & { readonly stalls: Stall[] }> {
  const [owner, ...buyers] = await Promise.all(Array.from({ length: 4 }, () => market.openBuyer()));
  if (!owner) throw new Error('a market without buyers');
  const stalls = await openStalls(market, owner.address);
  await payHistory(market, stalls, buyers);

  return { stalls, buyers, owner };
}

/** Registers all stalls. Those that change do so after their first check. */
async function listAll(
  stalls: readonly Stall[],
  server: CatalogServer,
  key: string,
  waiting: Waiting,
): Promise<Listed[]> {
  const listed = await Promise.all(
    stalls.map(async (stall) => ({ stall, id: await server.register(stall, key) })),
  );
  const changing = listed.filter(({ stall }) => stall.later !== undefined);
  await waiting.each(changing, ({ id }) => isChecked(server, id));
  for (const { stall } of changing) await stall.change();

  return listed;
}

async function isChecked(server: CatalogServer, id: string): Promise<boolean> {
  return (await server.observed(id)).verdict !== null;
}

/** Whether the catalog shows what became of a seller, and everything that was paid to it. */
async function isShown(server: CatalogServer, { stall, id }: Listed): Promise<boolean> {
  const [{ verdict }, { txCount }, outcomes] = await Promise.all([
    server.observed(id),
    server.payments(id),
    server.outcomes(id),
  ]);
  const { shows } = stall;

  return (
    verdict === shows.verdict &&
    txCount >= paymentsAtFirst(stall) &&
    outcomes === (shows.outcomes ?? outcomes)
  );
}

function isBuiltAfter(server: CatalogServer, time: Date): () => Promise<boolean> {
  return async () => ((await server.builtAt())?.getTime() ?? 0) > time.getTime();
}

/** Waits for what the catalog shows, but not for ever. */
class Waiting {
  readonly #life: Lifecycle;
  readonly #server: CatalogServer;
  readonly #end = Date.now() + longestMs;

  constructor(life: Lifecycle, server: CatalogServer) {
    this.#life = life;
    this.#server = server;
  }

  /** Resolves once something holds for each of the services. */
  async each(listed: readonly Listed[], holds: (each: Listed) => Promise<boolean>): Promise<void> {
    for (const each of listed) await this.until(() => holds(each), `${each.stall.name} is not shown`);
  }

  async until(holds: () => Promise<boolean>, fault = 'the pages are not built'): Promise<void> {
    while (!(await Promise.race([this.#server.ended, holds()]))) {
      if (Date.now() > this.#end) throw new Error(`${fault} as it should be after five minutes`);

      await pause(200);
      this.#life.throwIfStopping();
    }
  }
}

/** Tells the catalog what a buyer says of a purchase. */
function speaker(
  { chain }: Market,
  server: CatalogServer,
  url: string,
  listed: readonly Listed[],
): (purchase: Purchase) => Promise<void> {
  const { host } = new URL(url);
  const ids = new Map(listed.map(({ stall, id }) => [stall, id]));

  return async (purchase) => {
    const id = ids.get(purchase.stall) ?? '';
    const statement = await statementOn(purchase, chain, { host, id });
    if (statement) await server.state(id, statement);
  };
}

interface Trade {
  readonly stalls: readonly Stall[];
  readonly parties: Parties;
  readonly use: (purchase: Purchase) => Promise<void>;
}

/** Lets the buyers go on. */
function trade(life: Lifecycle, market: Market, { stalls, parties, use }: Trade): void {
  life.throwIfStopping();
  const trading = goOnBuying(market, stalls, parties, { stopping: life.stopping, use }).catch(
    (error: unknown) => {
      life.fail(error);
    },
  );

  life.onStop(() => trading);
}
