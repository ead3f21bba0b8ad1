import { feeds as text } from '#texts/feeds.ts';
import { language } from '#texts/language.ts';
import type { Feed, FeedItem } from './feed.ts';
import { feedTypes } from './feed-links.ts';
import { tagUri } from './feed-name.ts';

/** Declared only where it is used, since validators warn of namespaces that few readers know. */
const tombstones = ' xmlns:at="http://purl.org/atompub/tombstones/1.0"';

/** The feed as Atom (RFC 4287), with a tombstone for each earlier entry about a service that is gone (RFC 6721). */
export function printAtom(feed: Feed, site: string): string {
  const { name, title, author, paths, page, updated, items, withdrawn } = feed;
  const link = (rel: string, type: string, path: string): string =>
    element('link', { rel, type, href: site + path });

  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom"${withdrawn.length > 0 ? tombstones : ''} xml:lang="${language}">`,
    element('id', {}, tagUri(name, site)),
    element('title', {}, title),
    element('subtitle', {}, text.description),
    element('updated', {}, updated),
    `<author>${element('name', {}, author)}${element('uri', {}, `${site}/`)}</author>`,
    element('icon', {}, `${site}/favicon.ico`),
    link('self', feedTypes.atom, paths.atom),
    link('alternate', 'text/html', page),
    ...items.map((item) => entryOf(item, site, link)),
    ...withdrawn.map((each) => element('at:deleted-entry', { ref: tagUri(each.name, site), when: each.at })),
    '</feed>',
    '',
  ].join('\n');
}

function entryOf(
  { name, at, page, title, text: content, category }: FeedItem,
  site: string,
  link: (rel: string, type: string, path: string) => string,
): string {
  return [
    '<entry>',
    element('id', {}, tagUri(name, site)),
    element('title', {}, title),
    element('published', {}, at),
    element('updated', {}, at),
    link('alternate', 'text/html', page),
    element('category', { term: category.id, label: category.label }),
    element('content', { type: 'text' }, content),
    '</entry>',
  ].join('\n');
}

function element(name: string, attributes: Readonly<Record<string, string>>, content?: string): string {
  const printed = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const start = `<${name}${printed.join('')}`;

  return content === undefined ? `${start}/>` : `${start}>${escaped(content)}</${name}>`;
}

/** Characters that no XML document can hold, not even escaped: https://www.w3.org/TR/xml/#charsets. */
const impossible = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escaped(value: string): string {
  return value.replace(impossible, '\ufffd').replace(/[&<>"]/g, (char) => escapes[char] ?? char);
}
