import { findAs } from './elements.ts';

/** A state as everywhere on the site: a copy of the one that the page holds for this. */
export function stateIcon(state: string): Node {
  const { content } = findAs(HTMLTemplateElement, '#states');

  return (
    content.querySelector(`.status.${CSS.escape(state)}`)?.cloneNode(true) ?? document.createTextNode(state)
  );
}
