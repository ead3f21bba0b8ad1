import { type JsonObject, membersOf } from '../domain/json-object.ts';
import { type ProbeMethod, probeMethods } from '../domain/described-request.ts';

/** Where entries of the different forms name the URL of their service, and their methods. */
const addressNames = ['resource', 'url', 'endpoint', 'uri', 'path', 'route', 'href'] as const;
const methodNames = ['method', 'methods', 'httpMethod', 'http_method', 'verb'] as const;
const baseNames = ['baseUrl', 'base_url', 'baseURL', 'apiBase', 'api_base'] as const;

/** Methods before an address: `POST /api/x`, `GET|POST https://api.example.com/x`. */
const withMethods = /^((?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)(?:\s?[,|/]\s?[A-Z]+)*):?\s+(\S+)$/i;
const absolute = /^[a-z][a-z0-9+.-]*:/i;
/** A host before a path, as people write URLs. */
const hostFirst = /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?\//i;

/** A host without a path, and a path without a host. */
const hostAlone = /^(?:https?:\/\/[^/]+|(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?)\/?$/i;
const pathAlone = /^((?:[A-Z]+(?:[,|][A-Z]+)*\s+)?)(\/\S*|[^\s:/.]+\/\S*)$/i;

export interface Address {
  readonly url: string;
  /** Whether it names a path alone, so that the host is that of its source. */
  readonly isRelative: boolean;
  /** The methods that it names; none where it does not say. */
  readonly methods: readonly ProbeMethod[];
}

/** The address that an entry of the source at `base` names; undefined where it names none. */
export function addressIn(item: unknown, base: string): Address | undefined {
  const members = membersOf(item);
  const said = saidBy(item);
  if (said === undefined) return undefined;

  const [, before, after] = withMethods.exec(said) ?? [];
  const named = methodNames.map((name) => members[name]).find((value) => value !== undefined);
  const methods = methodsIn(before?.split(/[,|/]/) ?? named);
  const located = locate(after ?? said, baseIn(members), base);
  return located && { ...located, methods };
}

/** The address as the entry writes it. One that is a host alone may have its path beside it, with methods before that. */
function saidBy(item: unknown): string | undefined {
  const members = membersOf(item);
  const { url: ofResource } = membersOf(members['resource']);
  const texts = [item, ofResource, ...addressNames.map((name) => members[name])].filter(isText);
  const [first] = texts.map((text) => text.trim());
  if (first === undefined || !hostAlone.test(first)) return first;

  const [, methods = '', path] = texts.map((text) => pathAlone.exec(text.trim()) ?? []).find(hasPath) ?? [];
  return path === undefined ? first : `${methods}${first.replace(/\/$/, '')}/${path.replace(/^\//, '')}`;
}

function hasPath([, , path]: readonly (string | undefined)[]): boolean {
  return path !== undefined;
}

function baseIn(members: JsonObject): string | undefined {
  return baseNames
    .map((name) => members[name])
    .find((value) => isText(value) && /^https?:\/\//i.test(value)) as string | undefined;
}

function locate(
  said: string,
  ownBase: string | undefined,
  base: string,
): Omit<Address, 'methods'> | undefined {
  if (/\s/.test(said) || !/[/:]/.test(said)) return undefined;
  if (absolute.test(said)) return { url: said, isRelative: false };
  if (hostFirst.test(said)) return { url: `https://${said}`, isRelative: false };

  const path = said.startsWith('/') ? said : `/${said}`;
  if (ownBase !== undefined) return { url: `${ownBase.replace(/\/$/, '')}${path}`, isRelative: false };
  const url = URL.parse(path, new URL(base).origin)?.href;
  return url === undefined ? undefined : { url, isRelative: true };
}

function methodsIn(said: unknown): ProbeMethod[] {
  const texts = [said].flat().map((each) => String(each).trim().toUpperCase());

  return probeMethods.filter((method) => texts.includes(method));
}

/** The entries of `accepts` of an item; none where it only points to a service. */
export function acceptsIn(item: unknown): readonly unknown[] {
  const { accepts, metadata, extensions } = membersOf(item);
  const lists: readonly unknown[] = [
    accepts,
    ...payAccepts(item),
    ...payAccepts(metadata),
    ...payAccepts(extensions),
  ];
  const found = lists.find((each) => Array.isArray(each) && each.length > 0);

  return Array.isArray(found) ? found : [];
}

/** ARD has no payment terms of its own; its entries may carry those of x402 under a prefixed name. */
function payAccepts(value: unknown): readonly unknown[] {
  const members: JsonObject = membersOf(value);

  return [members['pay:accepts'], members['x402:accepts']];
}

/** Tools of MCP servers have names and may have prices, but no endpoint of their own that plain HTTP calls. */
export function isOfMcp(item: unknown): boolean {
  const { type, extensions, transport, server } = membersOf(item);
  const { remotes, packages } = membersOf(server ?? item);
  const { input } = membersOf(membersOf(membersOf(extensions)['bazaar'])['info']);
  const said = saidBy(item) ?? '';

  return (
    /^mcp(?:\+\w+)?:/i.test(said) ||
    [type, membersOf(input)['type']].some((each) => each === 'mcp') ||
    (typeof type === 'string' && type.includes('mcp-server')) ||
    (typeof transport === 'string' && /^(?:streamable-http|sse|stdio|mcp)$/i.test(transport)) ||
    (said === '' && (Array.isArray(remotes) || Array.isArray(packages)))
  );
}

/** Whether a URL is on this host or one of its subdomains. */
export function isOnHost(url: string, host: string): boolean {
  const own = URL.parse(url)?.hostname;

  return own === host || own?.endsWith(`.${host}`) === true;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
