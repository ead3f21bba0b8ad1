import { operationsText } from '#texts/operations.ts';

/*
 * Filters the list of operations beside the API reference, by title, method and path.
 */

const list = document.querySelector<HTMLElement>('.toc');
const field = list?.querySelector<HTMLInputElement>('.filter input');
if (list && field) filter(list, field);

function filter(place: HTMLElement, input: HTMLInputElement): void {
  const operations = [...place.querySelectorAll<HTMLElement>('li[data-call]')];
  const status = place.querySelector('[role=status]');

  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const operation of operations) {
      const text = `${operation.textContent} ${operation.dataset['call'] ?? ''}`.toLowerCase();
      operation.hidden = !words.every((word) => text.includes(word));
    }
    for (const group of place.querySelectorAll<HTMLElement>('details > ul > li')) {
      group.hidden = words.length > 0 && !group.querySelector('li:not([hidden])');
    }
    const shown = operations.filter(({ hidden }) => !hidden).length;
    if (status) status.textContent = words.length === 0 ? '' : operationsText({ count: shown });
  });
}
