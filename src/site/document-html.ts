import { linkToText } from '#texts/document-page.ts';

/** A heading within a document, for the list of its sections. */
export interface Heading {
  readonly id: string;
  /** Plain text. */
  readonly text: string;
  readonly level: 2 | 3;
}

/** A document as its page shows it. */
export interface DocumentParts {
  /** Everything before the first section. */
  readonly intro: string;
  /** The sections, each heading with an id and a link to itself. */
  readonly body: string;
  readonly headings: readonly Heading[];
}

/** A section as plain text. */
export interface Section {
  /** The fragment of its heading; empty before the first one. */
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

const headingPattern = /<h([23])([^>]*)>(.*?)<\/h\1>/gs;

/** Finds the sections of a document and gives each an address. The HTML is our own: `h2` and `h3`, not nested in anything. */
export function documentParts(html: string): DocumentParts {
  const headings: Heading[] = [];
  const addressed = html.replace(headingPattern, (_, level: string, attributes: string, inner: string) => {
    const text = textOf(inner);
    const id = idIn(attributes) ?? freeId(text, headings);
    headings.push({ id, text, level: level === '2' ? 2 : 3 });

    return linkedHeading(level, id, inner, text);
  });
  const start = addressed.indexOf('<div class="headed');

  return start === -1
    ? { intro: addressed, body: '', headings }
    : { intro: addressed.slice(0, start), body: addressed.slice(start), headings };
}

/** The document on a page: its HTML without what only leads around, like buttons and links to neighbours. */
export function documentOf(page: string): string {
  const [, article = ''] = /<article id="document"[^>]*>(.*)<\/article>/s.exec(page) ?? [];

  return article
    .replace(/<(nav|button|svg|template|script)\b.*?<\/\1>/gs, ' ')
    .replace(/<a class="anchor".*?<\/a>/gs, '');
}

/** The sections of the document on a page, without its code, for the search index. */
export function sectionsOf(page: string): Section[] {
  const prose = documentOf(page)
    .replace(/<h1[^>]*>.*?<\/h1>/gs, '')
    .replace(/<(pre|figure)\b.*?<\/\1>/gs, ' ');
  const [intro = '', ...rest] = prose.split(/(?=<h[23]\b)/);

  return [{ id: '', heading: '', text: textOf(intro) }, ...rest.map(sectionOf)];
}

function sectionOf(html: string): Section {
  const [whole, , attributes = '', inner = ''] = new RegExp(headingPattern.source, 's').exec(html) ?? [''];

  return { id: idIn(attributes) ?? '', heading: textOf(inner), text: textOf(html.slice(whole.length)) };
}

function idIn(attributes: string): string | undefined {
  return /\bid="([^"]+)"/.exec(attributes)?.[1];
}

/** The heading and its link are neighbours, so that the heading is still named by its text alone. */
function linkedHeading(level: string, id: string, inner: string, text: string): string {
  const label = linkToText({ heading: text }).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const link = `<a class="anchor" href="#${id}" aria-label="${label}"><span aria-hidden="true">#</span></a>`;

  return `<div class="headed of-${level}"><h${level} id="${id}">${inner}</h${level}>${link}</div>`;
}

function freeId(text: string, taken: readonly Heading[]): string {
  const slug = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const isTaken = (id: string): boolean => taken.some((heading) => heading.id === id);
  let id = slug;
  for (let number = 2; isTaken(id); number += 1) id = `${slug}-${String(number)}`;

  return id;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** The text that a reader sees. Tags within a line leave no space, so that a full stop stays with its word. */
function textOf(html: string): string {
  return html
    .replace(/\s*<\/dt>/g, ': ')
    .replace(/<\/?(?:a|abbr|bdi|b|code|em|small|span|strong)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#(\d+)|(\w+));/g, (whole: string, number?: string, name?: string) =>
      number === undefined ? (entities[name ?? ''] ?? whole) : String.fromCodePoint(Number(number)),
    )
    .replace(/\s+/g, ' ')
    .trim();
}

/** Makes text of links to other documents of the repository, of which the site has no pages. */
export function withoutDocumentLinks(html: string): string {
  return html.replace(/<a href="[^":]*\.md(?:#[^"]*)?">(.*?)<\/a>/gs, '$1');
}

/** A document without its first heading, which its page shows by itself. */
export function withoutTitle(html: string): string {
  return html.replace(/^\s*<h1[^>]*>[^<]*<\/h1>/, '');
}
