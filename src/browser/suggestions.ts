import { ask } from './catalog-api.ts';
import { makeCombobox, type Option } from './combobox.ts';
import { make } from './elements.ts';
import { optionKinds } from '../site/search-box-words.ts';

/** What GET /api/suggest says. */
interface Suggested {
  readonly text: string;
  readonly kind: 'service' | 'category' | 'term';
  readonly href: string;
}

/** Set once it is known that no server answers: this is a copy of the site. */
let isCopy = false;

/** Names, categories and queries that complete a text; none where they cannot be had. */
export async function suggestionsFor(text: string, signal: AbortSignal): Promise<readonly Option[]> {
  if (isCopy || text === '') return [];

  const path = `/api/suggest?${new URLSearchParams({ query: text }).toString()}`;
  const answer = await ask<readonly Suggested[]>({ path, signal });
  if ('refusal' in answer) {
    isCopy = answer.refusal.code === 'no_server';
    return [];
  }
  return answer.body.map((each) => ({ text: each.text, kind: optionKinds[each.kind], href: each.href }));
}

/**
 * Offers suggestions below a search box. A query is searched for by the box's own form, so that filters stay. Returns a function that offers
 * what fits the text at once.
 */
export function offerSuggestions(input: HTMLInputElement): () => void {
  const list = make('ul', { id: `${input.id}-suggestions`, className: 'suggestions', hidden: true });
  list.setAttribute('aria-label', 'Suggestions');
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
