import { join } from 'node:path';
import { CatalogFolder } from '../../src/adapters/catalog-folder.ts';
import { commitMessage, filesOf } from '../../src/catalog-files/catalog-change.ts';
import type { CatalogReading } from '../../src/catalog-files/read-catalog.ts';
import { type Config, readConfig } from '../../src/config/config.ts';
import { isSelfMade } from '../../src/domain/owner.ts';
import { isObject } from '../../src/domain/json-object.ts';
import { readPriceRange } from '../../src/domain/price-range.ts';
import { listIn, printable, quoted } from '../../src/domain/plain-text.ts';
import { printServiceFile, serviceFilePath } from '../../src/domain/service-file.ts';
import { Snapshot, unobservedEntry } from '../../src/domain/snapshot.ts';
import { readJson } from '../../src/domain/strict-json.ts';
import { isDone } from '../../src/http/refusal.ts';
import { readLocalCatalog } from '../../src/open/catalog.ts';
import { openState, openStateIfAny } from '../../src/open/state.ts';
import type { Act } from '../../src/registration/act.ts';
import { isNobody } from '../../src/registration/api-key.ts';
import { decide } from '../../src/registration/decide.ts';
import type { Decision } from '../../src/registration/decision.ts';
import { listings } from '../../src/registration/listings.ts';
import { readText } from '../read-text.ts';
import { UsageFault } from '../usage-fault.ts';
import { optionOf } from './option-of.ts';
import { commitInFolder } from './commit-decided.ts';
import { type GivenBy, refusalText } from './refusal-text.ts';

/** The largest registration that the API takes. */
const maxPatchBytes = 64 * 1024;

/** What the operator does to single services. Each is one commit; a running server applies it within two seconds. */

/** `catalog remove`: takes a service out of the catalog; only the operator can restore it then. */
export async function removeService(id: string, { reason }: { reason?: string }): Promise<void> {
  await commit({ kind: 'remove', id, by: 'operator', reason });
  console.log(`${id} is removed`);
}

/** `catalog restore`: lists a removed service again, however long ago that was. */
export async function restoreService(id: string): Promise<void> {
  await commit({ kind: 'restore', id, by: 'operator' });
  console.log(`${id} is listed again`);
}

/** `catalog transfer`: gives a service to another owner at once; its proof ends. */
export async function transferService(id: string, { to }: { to: string }): Promise<void> {
  await commit({ kind: 'offer', id, by: 'operator', to });
  console.log(`${id} belongs to ${to}`);
  if (await isToNobody(to)) {
    console.error(
      `Nobody with this name holds a key. Check the spelling, or make one: npm run keys -- create --owner ${to}`,
    );
  }
}

async function isToNobody(owner: string): Promise<boolean> {
  const state = await openStateIfAny(readConfig(process.env));
  if (!state) return isNobody(owner, [], new Date());

  const keys = await state.keys.ofActor({ owner }).finally(() => state.close());
  return isNobody(owner, keys, new Date());
}

/** What acts other than an edit are told by options. */
const operatorOptions: GivenBy = { '/reason': '--reason', '/to': '--to' };

/** The options of `catalog edit`, each with the member that it changes. */
export const edits = {
  name: { about: 'name of the service', patch: (name: string) => ({ name }) },
  description: { about: 'what it does', patch: (description: string) => ({ description }) },
  endpoint: { about: 'base URL; the id stays', patch: (endpoint: string) => ({ endpoint }) },
  category: { about: 'category id', patch: (category: string) => ({ category }) },
  currency: { about: 'symbol of the token', patch: (currency: string) => ({ pricing: { currency } }) },
  price: { about: 'price per request', patch: (price: string) => ({ pricing: { pricePerRequest: price } }) },
  varying: {
    about: 'how the price varies, like 0.001 - 0.126, or varies; empty for one price',
    patch: (text: string) => ({ price: text === '' ? null : readPriceRange(text) }),
  },
  network: { about: 'network', patch: (network: string) => ({ x402Config: { network } }) },
  address: {
    about: 'wallet to pay',
    patch: (address: string) => ({ x402Config: { paymentAddress: address } }),
  },
  docsUrl: {
    about: 'address of its documentation; empty for none',
    patch: (text: string) => ({ docsUrl: text === '' ? null : text }),
  },
  tags: {
    about: 'tags, like weather, radar; empty for none',
    patch: (text: string) => ({ tags: text === '' ? null : listIn(text) }),
  },
  deprecated: {
    about: 'what users should know of its end',
    patch: (message: string) => ({ deprecated: { message } }),
  },
} as const;

type Edits = Partial<Record<keyof typeof edits, string>> & { readonly patch?: string };

/** `catalog edit`: changes the file of a service, for a pull request. Commits nothing. */
export async function editService(id: string, { patch: file, ...given }: Edits): Promise<void> {
  const options = Object.keys(given).map(optionOf);
  if (file === undefined && options.length === 0) {
    throw new UsageFault('give what to change, like --price 0.002; --help lists the options');
  }
  if (file !== undefined && options.length > 0) {
    throw new UsageFault(`give either --patch or ${options.join(', ')}, not both`);
  }

  const patch = file === undefined ? patchOf(given) : await readPatch(file);
  const typed = file === undefined ? editOptions() : {};
  const { config, decision } = await decided({ kind: 'update', id, by: 'operator', patch }, typed);
  const [service] = decision.put;
  if (!service) {
    console.error('Nothing changes.');
    return;
  }

  const path = serviceFilePath(id);
  await new CatalogFolder(config.catalogDir).write(path, printServiceFile(service));
  console.log(join(config.catalogDir, path));
  console.error(
    'Commit this file and open a pull request. Its review tells whether you are the owner of the service.',
  );
}

/** `catalog queue`: the services of owners who made their keys by themselves that nobody has verified or proven yet, the newest first. */
export async function printQueue(): Promise<void> {
  const config = readConfig(process.env);
  const { services } = await readLocalCatalog(config);
  const state = await openState(config);
  const known = await state.checks.facts().finally(() => state.close());
  const waiting = services
    .filter(
      ({ id, owner, proof }) =>
        owner !== undefined && isSelfMade(owner) && !proof && known.get(id)?.standing.status !== 'verified',
    )
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));

  for (const { id, owner = '', endpoint, createdAt } of waiting) {
    console.log([createdAt, owner, id, printable(endpoint, 100)].join('  '));
  }
  console.error(`${String(waiting.length)} services of self-made owners were never verified`);
}

async function commit(act: Act & { readonly id: string }): Promise<void> {
  const config = readConfig(process.env);
  await commitInFolder(config, async () => {
    const { decision, before } = await decided(act, operatorOptions);
    return { files: filesOf(decision, before), message: commitMessage(decision, before) };
  });
}

/** Decides an act on the catalog as its files are now. @throws {Error} with the reason and the cure when it is refused */
async function decided(
  act: Act & { readonly id: string },
  typed: GivenBy,
): Promise<{ readonly config: Config; readonly decision: Decision; readonly before: Snapshot }> {
  const config = readConfig(process.env);
  const reading = await readLocalCatalog(config);
  const before = snapshotOf(reading);
  const rules = { policy: config.endpointPolicy, now: new Date() };
  const decision = decide(act, listings(before, reading.rejects), rules);
  if (isDone(decision.outcome)) return { config, decision, before };

  throw new Error(refusalText(act.id, decision.outcome, typed));
}

function snapshotOf({ categories, services, tombstones }: CatalogReading): Snapshot {
  const version = { commit: '', changedAt: '', unbuilt: 0 };

  return Snapshot.of(version, categories, services.map(unobservedEntry), tombstones);
}

/** The option that gave each member of a patch. */
function editOptions(): GivenBy {
  return Object.fromEntries(
    Object.entries(edits).map(([name, { patch }]) => [pointerIn(patch('varies')), optionOf(name)]),
  );
}

/** The pointer to the only leaf of a patch. */
function pointerIn(patch: unknown): string {
  const [member] = isObject(patch) ? Object.entries(patch) : [];

  return member ? `/${member[0]}${pointerIn(member[1])}` : '';
}

function patchOf(given: Omit<Edits, 'patch'>): unknown {
  return Object.entries(edits).reduce<Patch>((whole, [name, { patch }]) => {
    const value = given[name as keyof typeof edits];
    return value === undefined ? whole : withPatch(whole, patch(value));
  }, {});
}

type Patch = Readonly<Record<string, unknown>>;

/** Both patches in one. To apply one to the other would lose what the second removes. */
function withPatch(whole: Patch, patch: Patch): Patch {
  return Object.entries(patch).reduce<Patch>((merged, [name, value]) => {
    const before = merged[name];
    return { ...merged, [name]: isObject(before) && isObject(value) ? { ...before, ...value } : value };
  }, whole);
}

async function readPatch(file: string): Promise<unknown> {
  const json = readJson(await readText(file, maxPatchBytes, 'a JSON Merge Patch'));
  if ('fault' in json) {
    throw new UsageFault(`${quoted(file)} is not valid JSON: ${json.fault}; correct the file`);
  }
  if (isObject(json.value)) return json.value;

  throw new UsageFault(`${quoted(file)} holds no JSON object; write a JSON Merge Patch into it`);
}
