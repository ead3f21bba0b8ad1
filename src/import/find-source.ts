import { quoted } from '../domain/plain-text.ts';
import { membersOf } from '../domain/json-object.ts';
import { ImportFault } from './import-fault.ts';
import { agentsPageOf, below } from './read-agents.ts';
import { pageOf } from './read-bazaar.ts';
import { listIn, operationsIn } from './read-source.ts';
import { nameOf, type SourceAnswer, type SourceClient } from './source-client.ts';
import type { Source, SourceKind } from './source.ts';

/** What an address may be: its own form by its path, else any of the places where catalogs put their lists. */
interface Try {
  readonly url: URL;
  /** The source behind the address, by what it answers. */
  readonly find: (url: URL, client: Asked) => Promise<Found | undefined>;
}

type Asked = Pick<SourceClient, 'get' | 'post'>;

type Found = Source & {
  /** Whether it lists nothing, so that another place may be meant. */
  readonly isEmpty?: boolean;
};

const registryType = 'application/ai-registry+json';

/** Where sites say of what they are, in the order in which they are asked. */
const usualPlaces: readonly (readonly [path: string, find: Try['find']])[] = [
  ['/.well-known/ard.json', manifest],
  ['/.well-known/ai-catalog.json', manifest],
  ['/openapi.json', openApi],
  ['/.well-known/x402', wellKnown],
  ['/.well-known/x402.json', wellKnown],
];

/** Finds out what is at an address: a root is asked for each form in turn. @throws {ImportFault} */
export async function findSource(
  given: string,
  client: SourceClient,
  mayBeInsecure: boolean,
): Promise<Source> {
  const url = addressOf(given, mayBeInsecure);
  const tries = triesFor(url);
  const tried = new Map<string, number>();
  const noting = (asked: URL, { status, json }: SourceAnswer): SourceAnswer => {
    tried.set(nameOf(asked), status);
    return { status, json };
  };
  const asked: Asked = {
    get: async (each) => noting(each, await client.get(each)),
    post: async (each, body) => noting(each, await client.post(each, body)),
  };

  const empty: Source[] = [];
  for (const each of tries) {
    const found = await each.find(each.url, asked);
    if (!found) continue;
    const { isEmpty = false, ...source } = found;
    if (!isEmpty) return source;
    empty.push(source);
  }
  if (empty[0]) return empty[0];

  const answers = [...tried].map(([name, status]) => `${name} (HTTP ${status})`).join(', ');
  throw new ImportFault(
    'answer_invalid',
    `there is no catalog at ${nameOf(url)} that is open to everybody: nothing to import from at ${answers}; give the address of its list, like https://catalog.example/discovery/resources`,
  );
}

/** Leaves room for the route of a list: listings remember the whole address. */
const maxAddressLength = 300;

function isPlain({ username, password, href }: URL): boolean {
  return username === '' && password === '' && href.length <= maxAddressLength;
}

function addressOf(given: string, mayBeInsecure: boolean): URL {
  const url = URL.parse(given);
  const isWeb = url?.protocol === 'https:' || (url?.protocol === 'http:' && mayBeInsecure);
  if (url && isWeb && isPlain(url)) return url;

  throw new ImportFault(
    'usage',
    `--from ${quoted(given)} is not the address of a catalog; write an https URL of at most ${maxAddressLength} characters without a user name, like https://catalog.example`,
  );
}

function triesFor(url: URL): readonly Try[] {
  const { pathname } = url;
  const base = pathname.replace(/\/$/, '');
  const here = (path: string): URL => new URL(`${url.origin}${base}${path}`);
  const atRoot = (path: string): URL => new URL(path, url.origin);

  if (base.endsWith('/discovery/resources')) return [{ url: here(''), find: bazaar }];
  if (/\/(?:ard|ai-catalog)\.json$/.test(base)) return [{ url: here(''), find: manifest }];
  if (/\/x402(?:\.json)?$/.test(base) && base.includes('/.well-known/')) {
    return [{ url: here(''), find: wellKnown }];
  }
  const list = { url: here('/discovery/resources'), find: bazaar };
  const agents = { url: below(here(''), 'agents'), find: registry };
  const said = usualPlaces.map(([path, find]) => ({ url: atRoot(path), find }));
  const itself = [
    { url, find: openApi },
    { url, find: anyList },
  ];
  // The base of a registry has a path; at a root, other software may answer to "/agents".
  if (base === '') return [list, ...said, agents];
  return base.endsWith('.json') ? itself : [list, agents, ...itself, ...said];
}

/** Asks for as few entries as sources allow that round limits to tens. */
async function bazaar(url: URL, client: Asked): Promise<Found | undefined> {
  const asked = new URL(url);
  asked.search = 'limit=10&offset=0';

  return found('bazaar', url, pageOf(await client.get(asked))?.items);
}

function found(kind: SourceKind, { href }: URL, entries: readonly unknown[] | undefined): Found | undefined {
  return entries && { kind, url: href, isEmpty: entries.length === 0 };
}

/** A registry lists its entries, or can only be searched. `url` is its base with `/agents`. */
async function registry(url: URL, client: Asked): Promise<Found | undefined> {
  const base = new URL(url.href.replace(/\/agents$/, ''));
  const isList = (answer: SourceAnswer): boolean => agentsPageOf(answer) !== undefined;
  const asked = new URL(url);
  asked.search = 'pageSize=1';
  if (isList(await client.get(asked))) return { kind: 'agents', url: base.href };

  const body = { query: { text: 'x402' }, federation: 'none', pageSize: 1 };
  const found = await client.post(below(base, 'search'), body);
  return isList(found) ? { kind: 'agent-search', url: base.href } : undefined;
}

/** A manifest names a registry, which has all entries, or lists them itself. */
async function manifest(url: URL, client: Asked): Promise<Found | undefined> {
  const entries = listIn(await client.get(url), url);
  if (!entries) return undefined;

  const { url: named } = membersOf(entries.find((entry) => membersOf(entry)['type'] === registryType));
  const base = typeof named === 'string' ? registryBase(named, url) : undefined;
  const source = base && (await registry(below(base, 'agents'), client));
  return source ?? found('manifest', url, entries);
}

/** The base that a manifest names; undefined where it is none that can be remembered. */
function registryBase(named: string, manifest: URL): URL | undefined {
  const url = URL.parse(named, manifest);
  const isWeb = url?.protocol === 'https:' || url?.protocol === manifest.protocol;
  if (!url || !isWeb || !isPlain(url)) return undefined;

  return new URL(url.pathname, url.origin);
}

async function wellKnown(url: URL, client: Asked): Promise<Found | undefined> {
  return found('well-known', url, listIn(await client.get(url), url));
}

async function openApi(url: URL, client: Asked): Promise<Found | undefined> {
  return found('openapi', url, operationsIn(await client.get(url), url));
}

async function anyList(url: URL, client: Asked): Promise<Found | undefined> {
  return found('list', url, listIn(await client.get(url), url));
}
