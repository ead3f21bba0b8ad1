import { feeds as text } from '#texts/feeds.ts';
import { language } from '#texts/language.ts';
import { bodyOf } from '../views/body.ts';
import type { Feed } from './feed.ts';
import { tagUri } from './feed-name.ts';

/** The feed as JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). It has no tombstones: items about services that are gone are left out. */
export function printJsonFeed({ title, author, paths, page, items }: Feed, site: string): string {
  const address = (path: string): string => site + path;

  return bodyOf({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description: text.description,
    home_page_url: address(page),
    feed_url: address(paths.json),
    icon: address('/icon-512.png'),
    favicon: address('/favicon.ico'),
    authors: [{ name: author, url: address('/') }],
    language,
    items: items.map((item) => ({
      id: tagUri(item.name, site),
      url: address(item.page),
      title: item.title,
      content_text: item.text,
      date_published: item.at,
      date_modified: item.at,
      tags: [item.category.label],
    })),
  });
}
