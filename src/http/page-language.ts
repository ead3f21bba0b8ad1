import type { IncomingHttpHeaders } from 'node:http';
import { parseAccept } from 'hono/utils/accept';
import { parse } from 'hono/utils/cookie';
import { findLanguage, firstLanguage, type Language, pathIn, readPath } from '../texts/languages.ts';

/** Holds the language that a visitor chose. It says nothing else, and no script reads it. */
const cookieName = 'language';
const cookieSeconds = 365 * 86_400;

/** A link of the language switch has this parameter, so that the choice outlives `Accept-Language`. */
const parameter = 'language';

/** Paths that are no pages: files with an extension, and bodies of the API. */
const noPage = /^\/(api|badge|og)\/|\.\w+$/;

/** Sends a visitor to the page in another language. */
export interface LanguageMove {
  readonly location: string;
  /** The cookie with the choice; undefined where nobody chose. */
  readonly cookie?: string;
}

/** Whether the answer to a path depends on the languages that a visitor reads. */
export function isNegotiated(path: string): boolean {
  return readPath(path).language === firstLanguage && !noPage.test(path);
}

/**
 * Where a request for a page has to go: to the language that it chooses by a parameter; else, when its path names no language, to the one that
 * the visitor chose before, or prefers by `Accept-Language` (RFC 9110, 12.5.4). Undefined when it is there already.
 */
export function languageMove(url: URL, headers: IncomingHttpHeaders): LanguageMove | undefined {
  if (noPage.test(url.pathname)) return undefined;

  const { language, plain } = readPath(url.pathname);
  // Browsers read an address that begins so as that of another host.
  if (plain.startsWith('//')) return undefined;
  const chosen = findLanguage(url.searchParams.get(parameter) ?? '');
  if (chosen) {
    url.searchParams.delete(parameter);
    const cookie = `${cookieName}=${chosen}; Path=/; Max-Age=${String(cookieSeconds)}; SameSite=Lax; HttpOnly`;
    return { location: pathIn(chosen, plain) + url.search, cookie };
  }

  const wanted = isNegotiated(url.pathname) ? wantedBy(headers) : language;
  return wanted === language ? undefined : { location: pathIn(wanted, plain) + url.search };
}

function wantedBy({ cookie = '', 'accept-language': accepted = '' }: IncomingHttpHeaders): Language {
  const chosen = findLanguage(parse(cookie, cookieName)[cookieName] ?? '');

  return chosen ?? preferred(accepted) ?? firstLanguage;
}

/** The site's language that weighs most; of equals the first one. */
function preferred(accepted: string): Language | undefined {
  const ranked = parseAccept(accepted)
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q);

  return ranked.map(({ type }) => (type === '*' ? firstLanguage : findLanguage(type))).find(Boolean);
}
