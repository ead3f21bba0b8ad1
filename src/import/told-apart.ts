import { hostOf } from '../domain/endpoint-url.ts';
import { codePoints } from '../domain/plain-text.ts';
import { mostCharacters } from '../domain/text-lengths.ts';
import { saysNothing } from './placeholders.ts';
import type { Resource } from './read-resource.ts';
import type { SellerDocuments } from './seller-documents.ts';
import { shortNameOf } from './short-name.ts';

/** A resource that readers can tell from all others of its host. */
export type NamedResource = Resource & { readonly name: string };

/** Characters of a name or path that has something beside it. */
const mostBeside = 100;

/**
 * Replaces descriptions that say nothing, and those that several endpoints of a host share, by what the OpenAPI document of the seller says;
 * where that has nothing better either, says so.
 */
export async function describedApart(
  resources: readonly Resource[],
  documents: Pick<SellerDocuments, 'textsAt'>,
): Promise<Resource[]> {
  const shared = sharedBy(resources, keyOfDescription);
  const asked: Resource[] = [];

  for (const resource of resources) {
    const { endpoint, description, request } = resource;
    const isTelling = !saysNothing(description) && !shared.has(keyOfDescription(resource));
    asked.push(
      isTelling ? resource : withTexts(resource, await documents.textsAt(endpoint, request?.method)),
    );
  }
  return withNotes(asked);
}

function withTexts(resource: Resource, texts: Awaited<ReturnType<SellerDocuments['textsAt']>>): Resource {
  const { name = texts.name, description } = { ...resource, description: texts.description };
  if (description === undefined) return resource;

  const about = name === undefined ? description : `${name}. ${description}`;
  return { ...resource, ...(name === undefined ? {} : { name }), description, about };
}

function withNotes(resources: readonly Resource[]): Resource[] {
  const shared = sharedBy(resources, keyOfDescription);

  return resources.map((resource) => {
    const { description, endpoint } = resource;
    if (saysNothing(description)) {
      return {
        ...resource,
        description: beside(description, 'its seller does not say what it does', 'description'),
      };
    }
    if (!shared.has(keyOfDescription(resource))) return resource;

    const note = `its seller says the same of other endpoints; this is ${shortened(pathOf(endpoint), mostBeside)}`;
    return { ...resource, description: beside(description, note, 'description') };
  });
}

/**
 * Gives each resource a name: that of its seller, else what its description says it does, else its address. Where several of a host would have
 * the same name, what they do or their path follows it.
 */
export function namedApart(resources: readonly Resource[]): NamedResource[] {
  const named = resources.map((resource) => ({ ...resource, name: nameOf(resource) }));
  const shared = sharedBy(named, keyOfName);
  const longer = named.map((resource, at) => {
    const short = shortNameOf(resource.description);
    const isNamed = resources[at]?.name !== undefined && short !== undefined && short !== resource.name;
    return shared.has(keyOfName(resource)) && isNamed
      ? { ...resource, name: `${shortened(resource.name, mostBeside)}: ${short}` }
      : resource;
  });
  const stillShared = sharedBy(longer, keyOfName);

  return longer.map((resource, at) =>
    stillShared.has(keyOfName(resource))
      ? { ...resource, name: beside(named[at]?.name ?? '', pathOf(resource.endpoint), 'name') }
      : resource,
  );
}

function nameOf({ name, description, endpoint }: Resource): string {
  const said = saysNothing(description) ? undefined : shortNameOf(description);

  // Where nobody says what a service does, its address does: `api.example.com/rain`.
  return name ?? said ?? shortened(endpoint.replace(/^https?:\/\//, ''), mostCharacters.name);
}

/** The keys that several endpoints have. */
function sharedBy<Kind extends Resource>(
  resources: readonly Kind[],
  keyOf: (resource: Kind) => string,
): ReadonlySet<string> {
  const endpoints = new Map<string, string>();
  const shared = new Set<string>();

  for (const resource of resources) {
    const key = keyOf(resource);
    const first = endpoints.get(key) ?? resource.endpoint;
    endpoints.set(key, first);
    if (first !== resource.endpoint) shared.add(key);
  }
  return shared;
}

function keyOfDescription({ endpoint, description }: Resource): string {
  return `${hostOf(endpoint)} ${description.toLowerCase()}`;
}

function keyOfName({ endpoint, name }: NamedResource): string {
  return `${hostOf(endpoint)} ${name.toLowerCase()}`;
}

/** A text with a note in brackets, which stays whole. */
function beside(text: string, note: string, field: 'name' | 'description'): string {
  const end = ` (${shortened(note, 2 * mostBeside)})`;
  const most = field === 'name' ? mostBeside : mostCharacters[field] - codePoints(end);

  return shortened(text, most) + end;
}

function pathOf(endpoint: string): string {
  return new URL(endpoint).pathname;
}

function shortened(text: string, most: number): string {
  const characters = Array.from(text);

  return characters.length > most
    ? `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : text;
}
