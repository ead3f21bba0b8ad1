import { z } from 'zod';
import type { Suggestion } from '../search/search.ts';

/** Completions of what is being typed. */
export const SuggestionsView = z.array(
  z.strictObject({
    text: z.string(),
    kind: z.enum(['service', 'category', 'term']),
    href: z.string().meta({ description: 'Path of its page on the site.' }),
  }),
);
export type SuggestionsView = z.infer<typeof SuggestionsView>;

export function suggestionsView(suggestions: readonly Suggestion[]): SuggestionsView {
  return suggestions.map((suggestion) => ({
    text: suggestion.text,
    kind: suggestion.kind,
    href: pathOf(suggestion),
  }));
}

function pathOf(suggestion: Suggestion): string {
  switch (suggestion.kind) {
    case 'service':
      return `/services/${suggestion.id}/`;
    case 'category':
      return `/categories/${suggestion.id}/`;
    case 'term':
      return `/search?${new URLSearchParams({ query: suggestion.text }).toString()}`;
  }
}
