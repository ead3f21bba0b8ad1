import { localPath } from '../texts/local-path.ts';

/** What a suggestion is, in a word. */
export const optionKinds = {
  service: 'Service',
  category: 'Category',
  term: 'Query',
  guide: 'Guide',
  action: 'Action',
} as const;

/** What can be done from anywhere. */
export const commands = [
  { text: 'Browse all services', href: localPath('/services/') },
  { text: 'Compare services', href: localPath('/compare') },
  { text: 'Register a service', href: localPath('/register/') },
  { text: 'My listings', href: localPath('/listings/') },
  { text: 'All categories', href: localPath('/categories/') },
  { text: 'Status of the catalog', href: localPath('/status/') },
] as const;

export function searchForText(text: string): string {
  return `Search for “${text}”`;
}

/** What the list of results says when it could not be fetched. */
export const unreachedWords = {
  text: 'The search could not be reached.',
  action: 'Try again',
} as const;
