import type { Said } from '../site/said.ts';

/* Elements of a page, found and made. Texts become text nodes, so nothing that an owner wrote is ever markup. */

/** The first element that matches within `root`. @throws {Error} when the page lacks it, which is a fault of ours */
export function find(selector: string, root: ParentNode = document): HTMLElement {
  return findAs(HTMLElement, selector, root);
}

/** The same where its kind matters. */
export function findAs<Kind extends Element>(
  kind: new () => Kind,
  selector: string,
  root: ParentNode = document,
): Kind {
  const element = root.querySelector(selector);
  if (element instanceof kind) return element;

  throw new Error(`this page has no ${selector}`);
}

/** Makes an element with these properties and children. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

export function link(href: string, ...children: readonly (Node | string)[]): HTMLAnchorElement {
  return make('a', { href }, ...children);
}

/** A text from outside, whose direction stays its own. */
export function foreign(text: string): HTMLElement {
  return make('bdi', { textContent: text });
}

/** A text of the API or the browser, which is English on every page, and may mention texts from outside. */
export function inEnglish(text: string): HTMLElement {
  return make('bdi', { lang: 'en', textContent: text });
}

/** All that is said, as one text. */
export function partsOf(all: readonly Said[]): (Node | string)[] {
  const parts = all.flatMap(({ text, english }) => [text, english === '' ? '' : inEnglish(english)]);

  return parts.filter((part) => part !== '').flatMap((part, index) => (index === 0 ? [part] : [' ', part]));
}

/** The day of a timestamp, to be read by people and machines. */
export function timeOf(timestamp: string, text: string): HTMLTimeElement {
  return make('time', { dateTime: timestamp, textContent: text });
}

/** Shows a message in a live region, in place of the one before. */
export function say(
  region: HTMLElement,
  kind: 'fine' | 'wrong',
  ...message: readonly (Node | string)[]
): void {
  region.classList.toggle('wrong', kind === 'wrong');
  region.replaceChildren(...message);
}
