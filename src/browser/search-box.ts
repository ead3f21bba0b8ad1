/*
 * What every page's search box can do with scripts: suggestions while typing, "/" to get there, and Ctrl K or ⌘K for the palette. Most visits
 * need none of it, so it is loaded when it is first asked for.
 */

const isMac = navigator.userAgent.includes('Mac');
const boxes = [...document.querySelectorAll<HTMLInputElement>('.find input[name=query]')];

for (const input of boxes) {
  const load = (): void => {
    const before = input.value;
    import('./suggestions.ts').then(
      ({ offerSuggestions }) => {
        const offer = offerSuggestions(input);
        if (input.value !== before) offer();
      },
      // Without suggestions, for want of a network, one can still search. They are loaded when the box is next used.
      () => {
        input.addEventListener('focus', load, { once: true });
      },
    );
  };
  input.setAttribute('role', 'combobox');
  input.setAttribute('aria-autocomplete', 'list');
  input.setAttribute('aria-expanded', 'false');
  input.setAttribute('aria-keyshortcuts', '/');
  const hint = input.parentElement?.querySelector<HTMLElement>('.shortcut');
  if (hint) showHint(hint);
  if (document.activeElement === input) load();
  else input.addEventListener('focus', load, { once: true });
}

/** What is typed while the palette is being loaded; undefined at all other times. */
let typedAhead: string | undefined;

addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing || event.repeat) return;

  if (opensPalette(event)) {
    event.preventDefault();
    typedAhead = '';
    void import('./palette.ts')
      .then(({ togglePalette }) => {
        togglePalette(typedAhead);
      })
      // It cannot be loaded while the browser is offline, for example. What is typed goes where it would go without it.
      .catch(() => undefined)
      .finally(() => {
        typedAhead = undefined;
      });
  } else if (typedAhead !== undefined && isCharacter(event)) {
    event.preventDefault();
    typedAhead += event.key;
  } else if (goesToSearch(event)) {
    const [box] = boxes;
    if (!box) return;

    event.preventDefault();
    box.focus();
    box.select();
  }
});

function showHint(hint: HTMLElement): void {
  hint.hidden = false;
  const palette = hint.querySelector('.palette-key');
  if (palette && isMac) palette.textContent = '⌘K';
}

/** On a Mac, Ctrl K is a key of text fields: it deletes the rest of a line. */
function opensPalette({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (isMac ? metaKey : ctrlKey || metaKey) && !altKey && !shiftKey;
}

function isCharacter({ key, metaKey, ctrlKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && !metaKey && !ctrlKey && !altKey;
}

/** Whether "/" was typed, and not into something. With Shift, it is its own key on some keyboards. */
function goesToSearch({ key, metaKey, ctrlKey, altKey, target }: KeyboardEvent): boolean {
  if (key !== '/' || metaKey || ctrlKey || altKey || document.querySelector('dialog[open]')) return false;

  const element = target as HTMLElement;
  return !element.isContentEditable && !/^(?:input|textarea|select)$/i.test(element.tagName);
}
