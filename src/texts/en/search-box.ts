import { localPath } from '../local-path.ts';

/** The search box of every page. */
export const searchBox = {
  label: 'Search services',
  button: 'Search',
  placeholder: 'weather forecast under $0.01 on Base',
  smallPlaceholder: 'Search',
  paletteKey: 'Ctrl K',
};

/** The list of suggestions below it. */
export const suggestions = { label: 'Suggestions' };

/** What a suggestion is, in a word. */
export const optionKinds = {
  service: 'Service',
  category: 'Category',
  term: 'Query',
  guide: 'Guide',
  action: 'Action',
};

export const palette = {
  label: 'Go to',
  placeholder: 'Services, categories, guides, actions',
  places: 'Places',
};

/** What can be done from anywhere. */
export const commands = [
  { text: 'Browse all services', href: localPath('/services/') },
  { text: 'Compare services', href: localPath('/compare') },
  { text: 'Register a service', href: localPath('/register/') },
  { text: 'My listings', href: localPath('/listings/') },
  { text: 'All categories', href: localPath('/categories/') },
  { text: 'Status of the catalog', href: localPath('/status/') },
];

export function searchForText(text: string): string {
  return `Search for “${text}”`;
}
