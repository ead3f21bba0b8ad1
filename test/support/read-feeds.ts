import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import { SaxesParser } from 'saxes';
import { z } from 'zod';

/** What is wrong with an Atom document by RFC 4287, RFC 6721 and RFC 4151; nothing in a valid one. */
export function faultsOfAtom(xml: string): string[] {
  const { root, faults } = readXml(xml);
  if (root === undefined) return faults;

  const entries = root.children.filter(({ name }) => name === 'entry');
  const ids = [root, ...entries].flatMap((of) => childrenOf(of, 'id').map(({ text }) => text));
  return [
    ...faults,
    ...(root.uri === atom && root.name === 'feed' ? [] : [`the root is ${root.uri} ${root.name}`]),
    ...elementFaults(root),
    ...(childrenOf(root, 'author').length > 0 ? [] : ['the feed has no author']),
    ...(hasLink(root, 'self') ? [] : ['the feed has no link to itself']),
    ...entries
      .filter((entry) => childrenOf(entry, 'content').some(({ text }) => text === ''))
      .map(() => 'the content of an entry is empty'),
    ...entries.flatMap(elementFaults),
    ...entries.filter((entry) => !hasLink(entry, 'alternate')).map(() => 'an entry has no link'),
    ...ids.filter((id) => !tagUri.test(id)).map((id) => `${id} is no tag URI`),
    ...ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `${id} is there twice`),
    ...root.children.filter(({ name }) => name === 'deleted-entry').flatMap(tombstoneFaults),
  ];
}

const Item = z.strictObject({
  id: z.string(),
  url: z.url(),
  title: z.string().min(1),
  content_text: z.string(),
  date_published: z.iso.datetime(),
  date_modified: z.iso.datetime(),
  tags: z.array(z.string().min(1)),
});

/** The members of https://www.jsonfeed.org/version/1.1/ that our feeds have. */
const JsonFeed = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string().min(1),
  description: z.string(),
  home_page_url: z.url(),
  feed_url: z.url(),
  icon: z.url(),
  favicon: z.url(),
  authors: z.array(z.strictObject({ name: z.string(), url: z.url() })),
  language: z.string(),
  items: z.array(Item).refine((items) => new Set(items.map(({ id }) => id)).size === items.length),
});

/** A JSON Feed, which must be valid. */
export function readJsonFeed(text: string): z.infer<typeof JsonFeed> {
  return JsonFeed.parse(JSON.parse(text));
}

/** The titles that a reader shows for each format. */
export const titlesRead = {
  atom: (xml: string): (string | undefined)[] =>
    parseAtomFeed(xml).entries?.map(({ title }) => title?.value) ?? [],
  json: (text: string): (string | undefined)[] =>
    parseJsonFeed(JSON.parse(text)).items?.map(({ title }) => title) ?? [],
};

const atom = 'http://www.w3.org/2005/Atom';
const tagUri = /^tag:[a-z\d](?:[a-z\d.-]*[a-z\d])?,\d{4}:(?:[\w.~!$&'()*+,;=:@/?-]|%[\dA-F]{2})+$/;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

interface Element {
  readonly name: string;
  readonly uri: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** The elements of a document, read as strictly as XML demands. */
function readXml(xml: string): { readonly root: Element | undefined; readonly faults: string[] } {
  const parser = new SaxesParser({ xmlns: true });
  const faults: string[] = [];
  const open: Element[] = [];
  let root: Element | undefined;
  parser.on('error', ({ message }) => faults.push(message));
  parser.on('opentag', ({ local, uri, attributes }) => {
    const values = Object.values(attributes).map((each) => [each.name, each.value]);
    const element = {
      name: local,
      uri,
      attributes: Object.fromEntries(values) as Record<string, string>,
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();

  return { root, faults };
}

/** Of `feed` and `entry`: each must have one id, one title and one time. */
function elementFaults(element: Element): string[] {
  const once = ['id', 'title', 'updated'].filter((name) => childrenOf(element, name).length !== 1);
  const times = [...childrenOf(element, 'updated'), ...childrenOf(element, 'published')];

  return [
    ...once.map((name) => `${element.name} must have one ${name}`),
    ...times.filter(({ text }) => !time.test(text)).map(({ text }) => `${text} is no time of RFC 3339`),
    ...childrenOf(element, 'link').flatMap(({ attributes: { href = '' } }) =>
      URL.canParse(href) ? [] : [`${href} is no absolute address`],
    ),
  ];
}

function tombstoneFaults({ uri, attributes: { ref = '', when = '' } }: Element): string[] {
  const isValid = uri === 'http://purl.org/atompub/tombstones/1.0' && tagUri.test(ref) && time.test(when);

  return isValid ? [] : [`the tombstone of "${ref}" is not valid`];
}

function hasLink(element: Element, rel: string): boolean {
  return childrenOf(element, 'link').some(({ attributes }) => attributes['rel'] === rel);
}

function childrenOf({ children }: Element, name: string): Element[] {
  return children.filter((child) => child.uri === atom && child.name === name);
}
