/** A tag: lower-case letters, digits and hyphens, at most 32. */
export const tagForm = /^[a-z0-9][a-z0-9-]{0,31}$/;

export const maxTags = 5;

/** The tags of a service for clients of other catalogs: its category, and the tags that it declares; each once. */
export function allTags({
  category,
  tags = [],
}: {
  readonly category: string;
  readonly tags?: readonly string[] | undefined;
}): string[] {
  return [...new Set([category, ...tags])];
}
