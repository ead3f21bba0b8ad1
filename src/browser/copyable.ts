import { copyWords } from '#texts/listings.ts';
import { foreign, make } from './elements.ts';

/** A text with a button that copies it; `what` names the text, as in "Copy the line". */
export function copyable(text: string, what: string): HTMLElement {
  const button = make('button', { type: 'button', className: 'copy', textContent: copyWords.copy });
  button.dataset['copy'] = text;
  button.setAttribute('aria-label', copyWords.copyIt({ what }));

  return make('span', { className: 'copyable' }, make('code', {}, foreign(text)), button);
}
