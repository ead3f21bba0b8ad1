import type { Suggestion } from '../search/suggest.ts';

/** Where a suggestion leads, without a language. */
export function suggestionPath(suggestion: Suggestion): string {
  switch (suggestion.kind) {
    case 'service':
      return `/services/${suggestion.id}/`;
    case 'category':
      return `/categories/${suggestion.id}/`;
    case 'term':
      return `/search?${new URLSearchParams({ query: suggestion.text }).toString()}`;
  }
}
