import { parseAccept } from 'hono/utils/accept';
import { readPath } from '../texts/languages.ts';
import { markdownPath } from '../texts/markdown-path.ts';

/** Pages that there are as Markdown too, by their plain paths: the front page, services and the docs. */
const twins = /^\/(?:services\/[^/.]+\/?|docs\/.*|problems\/.*)?$/;

/** Whether the answer to a path depends on `Accept`. */
export function hasMarkdown(path: string): boolean {
  const { plain } = readPath(path);

  return twins.test(plain) && !plain.includes('.');
}

/** The path of the same page as Markdown, where a client asks for that at least as much as for HTML (RFC 9110, 12.5.1); else undefined. */
export function markdownTwin(path: string, accept = ''): string | undefined {
  if (!hasMarkdown(path)) return undefined;

  const accepted = parseAccept(accept);
  const weightOf = (type: string): number => accepted.find((each) => each.type === type)?.q ?? 0;
  const weight = weightOf('text/markdown');
  return weight > 0 && weight >= weightOf('text/html') ? markdownPath(path) : undefined;
}
