import { isObject, type JsonObject } from '../domain/json-object.ts';

/** Entries of `accepts` that are read; discovery services read 16. */
export const mostEntries = 64;

/** Tags that are kept: one more than the x402 schema allows, so that it still refuses a longer list. */
const mostTags = 6;

const entryMembers = [
  'scheme',
  'network',
  'amount',
  'maxAmountRequired',
  'asset',
  'payTo',
  'maxTimeoutSeconds',
  'resource',
  'description',
  'mimeType',
] as const;

/**
 * Cuts the document of a 402 down to the part that the x402 schema has to see. The schema visits every entry of every list and every member of
 * every object, and collects an issue for each invalid one; a document of 256 KiB can hold 100,000 of either.
 */
export function consideredPart(document: unknown): unknown {
  if (!isObject(document)) return document;

  const { x402Version, error, resource, accepts, extensions } = document;
  return withoutUndefined({
    x402Version,
    error,
    resource: consideredResource(resource),
    accepts: Array.isArray(accepts) ? accepts.slice(0, mostEntries).map(consideredEntry) : accepts,
    extensions: emptied(extensions),
  });
}

function consideredResource(resource: unknown): unknown {
  if (!isObject(resource)) return resource;

  const { url, description, mimeType, serviceName, tags, iconUrl } = resource;
  const someTags: unknown = Array.isArray(tags) ? tags.slice(0, mostTags) : tags;
  return withoutUndefined({ url, description, mimeType, serviceName, tags: someTags, iconUrl });
}

function consideredEntry(entry: unknown): unknown {
  if (!isObject(entry)) return entry;

  return withoutUndefined({
    ...Object.fromEntries(entryMembers.map((name) => [name, entry[name]])),
    outputSchema: emptied(entry['outputSchema']),
    extra: emptied(entry['extra']),
  });
}

/** Replaces an object by an empty one; the schema only checks that it is an object. */
function emptied(value: unknown): unknown {
  return isObject(value) ? {} : value;
}

function withoutUndefined(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
