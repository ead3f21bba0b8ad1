import { localPath } from '../texts/local-path.ts';
import { searchPath, type SearchValues } from './search-request.ts';

export const feedFormats = ['atom', 'json'] as const;
export type FeedFormat = (typeof feedFormats)[number];

/** The media types of feeds: RFC 4287, and https://www.jsonfeed.org/version/1.1/. */
export const feedTypes: Readonly<Record<FeedFormat, string>> = {
  atom: 'application/atom+xml',
  json: 'application/feed+json',
};

/** The address of a feed in each format. */
export type FeedPaths = Readonly<Record<FeedFormat, string>>;

/** The feed of all services. */
export const allFeedPaths = (): FeedPaths => feedPaths('/');

/** The feed of a category. */
export function categoryFeedPaths(id: string): FeedPaths {
  return feedPaths(`/categories/${id}/`);
}

/** The feed of a service, which the server renders on request. */
export function serviceFeedPaths(id: string): FeedPaths {
  return feedPaths(`/services/${id}/`);
}

/** The feed of the services that a search finds, which the server renders on request; without any value, that of all services. */
export function searchFeedPaths(values: Partial<SearchValues>): FeedPaths {
  const [, parameters] = searchPath({ ...values, sortBy: '' }).split('?');

  return parameters === undefined ? allFeedPaths() : feedPaths('/search/', `?${parameters}`);
}

function feedPaths(folder: string, query = ''): FeedPaths {
  return {
    atom: localPath(`${folder}feed.atom${query}`),
    json: localPath(`${folder}feed.json${query}`),
  };
}
