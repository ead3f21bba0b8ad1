import { optionKinds, suggestions } from '#texts/search-box.ts';
import { ask } from './catalog-api.ts';
import type { Suggestion } from '../search/suggest.ts';
import { categoryPath, listPathFor, servicePath } from '../site/links.ts';
import { makeCombobox, type Option } from './combobox.ts';
import { make } from './elements.ts';
import { localPath } from '../texts/local-path.ts';
import { categoryTitle } from '../texts/category-title.ts';

/** What GET /api/suggest says. */
interface Suggested {
  readonly text: string;
  readonly kind: 'service' | 'category' | 'term';
  readonly href: string;
}

/** Whether this is known to be a copy of the site without a server. */
let isCopy = false;

/** Names, categories and queries that complete a text; none where they cannot be had. */
export async function suggestionsFor(text: string, signal: AbortSignal): Promise<readonly Option[]> {
  if (text === '') return [];
  if (isCopy) return suggestionsInCopy(text);

  const path = `/api/suggest?${new URLSearchParams({ query: text }).toString()}`;
  const answer = await ask<readonly Suggested[]>({ path, signal });
  if (!('refusal' in answer)) {
    return answer.body.map((each) => optionOf({ ...each, href: localPath(each.href) }));
  }
  if (answer.refusal.code !== 'no_server') return [];

  isCopy = true;
  return suggestionsInCopy(text);
}

async function suggestionsInCopy(text: string): Promise<readonly Option[]> {
  const { loadCopyCatalog } = await import('./copy-catalog.ts');
  const catalog = await loadCopyCatalog().catch(() => undefined);
  const found = (await catalog?.suggest(text)) ?? [];

  return found.map((each) => optionOf({ ...each, href: pathOf(each) }));
}

function pathOf(found: Suggestion): string {
  if (found.kind === 'term') return listPathFor(new URLSearchParams({ query: found.text }));

  return found.kind === 'service' ? servicePath(found.id) : categoryPath(found.id);
}

function optionOf({ text, kind, href }: Suggested): Option {
  return { text: kind === 'category' ? categoryTitle(text) : text, kind: optionKinds[kind], href };
}

/**
 * Offers suggestions below a search box. A query is searched for by the box's own form, so that filters stay. Returns a function that offers
 * what fits the text at once.
 */
export function offerSuggestions(input: HTMLInputElement): () => void {
  const list = make('ul', { id: `${input.id}-suggestions`, className: 'suggestions', hidden: true });
  list.setAttribute('aria-label', suggestions.label);
  input.closest('.find')?.append(list);

  return makeCombobox({
    input,
    list,
    offer: suggestionsFor,
    choose: ({ text, kind, href }) => {
      if (kind !== optionKinds.term) {
        location.assign(href);
        return;
      }
      input.value = text;
      input.form?.requestSubmit();
    },
  });
}
