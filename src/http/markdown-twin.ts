import { parseAccept } from 'hono/utils/accept';
import { firstLanguage, readPath } from '../texts/languages.ts';
import { markdownPath } from '../texts/markdown-path.ts';

/** Services and pages of the docs, by their plain paths, except for the search over them. */
const twins = /^\/(?:services\/[^/.]+|docs(?!\/search\/?$)(?:\/[^.]*)?|problems(?:\/[^.]*)?)\/?$/;

/** Whether there is a page as Markdown too, so that the answer depends on `Accept`. The front page is, in the first language. */
export function hasMarkdown(path: string): boolean {
  const { language, plain } = readPath(path);

  return plain === '/' ? language === firstLanguage : twins.test(plain);
}

/** The path of the same page as Markdown, where a client asks for that at least as much as for HTML (RFC 9110, 12.5.1); else undefined. */
export function markdownTwin(path: string, accept = ''): string | undefined {
  if (!hasMarkdown(path)) return undefined;

  const accepted = parseAccept(accept);
  const weightOf = (type: string): number => accepted.find((each) => each.type === type)?.q ?? 0;
  const weight = weightOf('text/markdown');
  return weight > 0 && weight >= weightOf('text/html') ? markdownPath(path) : undefined;
}
