import { findAs } from './elements.ts';

/** A status as everywhere on the site: a copy of the one that the page holds for this. */
export function statusIcon(status: string): Node {
  const { content } = findAs(HTMLTemplateElement, '#statuses');

  return (
    content.querySelector(`.status.${CSS.escape(status)}`)?.cloneNode(true) ?? document.createTextNode(status)
  );
}
