import { commands, optionKinds, palette as words, searchForText } from '#texts/search-box.ts';
import { documentGroups } from '../site/documents.ts';
import { makeCombobox, type Option } from './combobox.ts';
import { make } from './elements.ts';
import { suggestionsFor } from './suggestions.ts';
import { localPath } from '../texts/local-path.ts';

/* A dialog to go anywhere by typing: services, categories, guides and actions. Loaded when it is first opened. */

/** What can be done from anywhere. */
const actions = [
  [commands.browse, '/services/'],
  [commands.compare, '/compare'],
  [commands.register, '/register/'],
  [commands.listings, '/listings/'],
  [commands.categories, '/categories/'],
  [commands.status, '/status/'],
] as const;

const places: readonly Option[] = [
  ...actions.map(([text, path]) => ({ text, href: localPath(path), kind: optionKinds.action })),
  ...documentGroups.flatMap(({ documents }) =>
    documents.map(({ title, path }) => ({ text: title, href: localPath(path), kind: optionKinds.guide })),
  ),
];

/**
 * Opens the palette with what was typed ahead, or closes it when it is open. The browser gives the focus back to where it was.
 */
export function togglePalette(typed = ''): void {
  const { dialog, input, update } = (palette ??= makePalette());
  if (dialog.open) {
    dialog.close();
    return;
  }

  dialog.showModal();
  if (typed === '') input.select();
  else input.value = typed;
  update();
}

interface Palette {
  readonly dialog: HTMLDialogElement;
  readonly input: HTMLInputElement;
  /** Offers what fits the text. */
  readonly update: () => void;
}

let palette: Palette | undefined;

function makePalette(): Palette {
  const input = make('input', { type: 'text', autocomplete: 'off', maxLength: 500, spellcheck: false });
  input.placeholder = words.placeholder;
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-label': words.label,
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
  })) {
    input.setAttribute(name, value);
  }
  const list = make('ul', { id: 'palette-options', className: 'suggestions', hidden: true });
  list.setAttribute('aria-label', words.places);
  const dialog = make('dialog', { className: 'palette' }, input, list);
  dialog.setAttribute('aria-label', words.label);
  document.body.append(dialog);
  // Everything inside covers the dialog, so this is the backdrop.
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });

  const update = makeCombobox({
    input,
    list,
    offer: optionsFor,
    choose: ({ href }) => {
      dialog.close();
      location.assign(href);
    },
    isEager: true,
  });
  return { dialog, input, update };
}

async function optionsFor(text: string, signal: AbortSignal): Promise<readonly Option[]> {
  if (text === '') return places;

  const suggested = await suggestionsFor(text, signal);
  const search = {
    text: searchForText({ text }),
    kind: optionKinds.term,
    href: localPath(`/search?${new URLSearchParams({ query: text }).toString()}`),
  };
  const found = suggested.filter(({ kind }) => kind !== optionKinds.term);
  return [...places.filter((place) => fits(place.text, text)), ...found, search];
}

/** Whether every word of a text begins a word of the title. */
function fits(title: string, text: string): boolean {
  const own = wordsIn(title);

  return wordsIn(text).every((word) => own.some((each) => each.startsWith(word)));
}

function wordsIn(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
