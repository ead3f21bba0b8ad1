import { findLanguage, firstLanguage, pathIn } from '../texts/languages.ts';
import { fromRoot, readLocalPath } from '../texts/local-path.ts';

/*
 * Has the language switch lead to what the page shows by now: scripts search without loading a page, and a page of a static copy was built
 * without knowing what it is asked for.
 */

const opened = location.pathname;

for (const link of document.querySelectorAll<HTMLAnchorElement>('footer a[hreflang]')) {
  link.addEventListener('click', () => follow(link));
}

function follow(link: HTMLAnchorElement): void {
  const language = findLanguage(link.hreflang) ?? firstLanguage;
  const parameters = new URLSearchParams(location.search);

  parameters.set('language', language);
  link.search = parameters.toString();
  if (location.pathname === opened) return;

  link.pathname = fromRoot(pathIn(language, readLocalPath(location.pathname).plain));
}
