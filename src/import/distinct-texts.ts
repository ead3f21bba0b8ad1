import { hostOf } from '../domain/endpoint-url.ts';
import { codePoints, maxCharacters } from '../domain/plain-text.ts';
import { saysNothing } from './placeholders.ts';
import type { Resource } from './read-resource.ts';
import type { SellerDocuments } from './seller-documents.ts';
import { shortNameOf } from './short-name.ts';

/** A resource that readers can tell from all others of its host. */
export type NamedResource = Resource & { readonly name: string };

/** Characters of a name that has something behind it, and of a path in a note. */
const maxOfName = 32;
const maxOfNote = 100;

/**
 * Replaces descriptions that say nothing, and those that several endpoints of a host share, by what the OpenAPI document of the seller says;
 * where that has nothing better either, says so.
 */
export async function withDistinctDescriptions(
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
        description: noted(description, 'its seller does not say what it does'),
      };
    }
    if (!shared.has(keyOfDescription(resource))) return resource;

    const note = `its seller says the same of other endpoints; this is ${shortened(pathOf(endpoint), maxOfNote)}`;
    return { ...resource, description: noted(description, note) };
  });
}

/**
 * Gives each resource a name: that of its seller, else what its description says it does, else its address. Where several of a host would have
 * the same name, what they do or the end of their path follows it, early enough to be read on a phone.
 */
export function withDistinctNames(resources: readonly Resource[]): readonly NamedResource[] {
  const named = resources.map((resource) => ({ ...resource, name: nameOf(resource) }));
  const alike = sharedBy(named, keyOfName);
  const longer = named.map((resource, at) => {
    const isNamed = resources[at]?.name !== undefined;
    const does = shortNameOf(resource.description);
    const tells = isNamed && does !== undefined && does !== resource.name && alike.has(keyOfName(resource));
    return tells ? { ...resource, name: `${shortened(resource.name, maxOfName)}: ${does}` } : resource;
  });

  const telling = unlessAlike(longer, named);
  return unlessAlike(withPart(telling, endOf), withPart(telling, pathOf));
}

/** The resources, with those instead whose names several endpoints share. */
function unlessAlike(
  resources: readonly NamedResource[],
  instead: readonly NamedResource[],
): readonly NamedResource[] {
  const alike = sharedBy(resources, keyOfName);

  return resources.map((resource, at) =>
    alike.has(keyOfName(resource)) ? (instead[at] ?? resource) : resource,
  );
}

/** Follows names that several endpoints share by a part of the path. */
function withPart(
  resources: readonly NamedResource[],
  partOf: (endpoint: string) => string,
): readonly NamedResource[] {
  const alike = sharedBy(resources, keyOfName);

  return resources.map((resource) => {
    if (!alike.has(keyOfName(resource))) return resource;
    const part = shortened(partOf(resource.endpoint), maxOfNote);
    return { ...resource, name: `${shortened(resource.name, maxOfName)} (${part})` };
  });
}

function nameOf({ name, description, endpoint }: Resource): string {
  const said = saysNothing(description) ? undefined : shortNameOf(description);

  // Where nobody says what a service does, its address does: `api.example.com/rain`.
  return name ?? said ?? shortened(endpoint.replace(/^https?:\/\//, ''), maxCharacters.name);
}

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

/** A description with a note in brackets, which stays whole. */
function noted(description: string, note: string): string {
  const end = ` (${note})`;

  return shortened(description, maxCharacters.description - codePoints(end)) + end;
}

/** The last part of a path. */
function endOf(endpoint: string): string {
  return pathOf(endpoint).split('/').at(-1) ?? '';
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
