import { localPath } from '../local-path.ts';

/** What stands around every document. */
export const documentPage = {
  menu: 'All docs and search',
  docs: 'Docs',
  onThisPage: 'On this page',
  neighbours: 'Previous and next',
  previous: 'Previous',
  next: 'Next',
};

/** The link beside a heading. */
export const linkToText = (heading: string): string => `Link to “${heading}”`;

/** The page that lists the documents. */
export const contentsPage = {
  lead: 'Everything on this site is also available as JSON, free and without a key.',
  quickStarts: 'Quick starts',
  aboutQuickStarts: 'Five minutes each, with commands to copy.',
};

/** The box in the menu. */
export const searchBox = {
  label: 'Search the docs',
  search: 'Search',
};

/** The page of all results. */
export const searchPageWords = {
  title: 'Search the docs',
  titleOf: (query: string): string => `Search the docs: ${query}`,
  description: 'Search the guides, the API reference and the list of problems.',
  label: 'Words to find in the docs',
  example: 'revoke a key',
  search: 'Search',
  matches: 'Matches',
};

/** On a copy of the site without a server. */
export const withoutServerHtml = `If you searched for something: this is a copy of the catalog without a server, which needs JavaScript to search. <a href="${localPath('/docs/')}">The contents of the docs</a> list every page.`;
