import { foreign, make } from './elements.ts';

/** Something that a list of suggestions offers. */
export interface Option {
  readonly text: string;
  /** What it is, in a word. */
  readonly kind: string;
  /** Where it leads. */
  readonly href: string;
}

interface Combobox {
  readonly input: HTMLInputElement;
  /** The list, which is empty and hidden while there is nothing to offer. */
  readonly list: HTMLElement;
  /** What to offer for a text. Never rejects, except when it is aborted. */
  readonly offer: (text: string, signal: AbortSignal) => Promise<readonly Option[]>;
  readonly choose: (option: Option) => void;
  /** Whether the first option is chosen by Enter without further keys, and an empty text is offered something, too. */
  readonly isEager?: boolean;
}

/** Shorter than a pause between two words, longer than one between two keys. */
export const pauseMs = 150;

/**
 * Makes an input a combobox with a list of options, as the ARIA Authoring Practices describe it: the focus stays in the input, arrow keys move
 * through the options, Enter chooses, and Escape closes the list. Returns a function that offers what fits the text at once.
 */
export function makeCombobox({ input, list, offer, choose, isEager = false }: Combobox): () => void {
  let options: readonly Option[] = [];
  /** The place of the active option; -1 while there is none. */
  let active = -1;
  let running = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  input.setAttribute('aria-controls', list.id);
  list.setAttribute('role', 'listbox');

  const activate = (place: number): void => {
    list.children[active]?.setAttribute('aria-selected', 'false');
    active = place;
    const option = list.children[active];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (option) input.setAttribute('aria-activedescendant', option.id);
    else input.removeAttribute('aria-activedescendant');
  };

  const show = (offered: readonly Option[]): void => {
    // An option that somebody moved to stays active.
    if (isSame(offered, options)) return;

    options = offered;
    list.replaceChildren(
      ...options.map((option, place) => optionElement(option, `${list.id}-${String(place)}`)),
    );
    list.hidden = options.length === 0;
    input.setAttribute('aria-expanded', String(options.length > 0));
    activate(isEager && options.length > 0 ? 0 : -1);
  };

  const close = (): void => {
    clearTimeout(timer);
    running.abort();
    show([]);
  };

  const update = (): void => {
    clearTimeout(timer);
    running.abort();
    running = new AbortController();
    const { signal } = running;
    const text = input.value.trim();
    if (text === '' && !isEager) {
      close();
      return;
    }

    void offer(text, signal).then(
      (offered) => {
        if (!signal.aborted && document.activeElement === input) show(offered);
      },
      // Only an aborted offer rejects, and its options are not wanted any more.
      () => undefined,
    );
  };

  const take = (place: number): void => {
    const option = options[place];
    if (!option) return;

    close();
    choose(option);
  };

  /** Moves through the options, and from either end back to the text. */
  const move = (steps: 1 | -1): void => {
    const places = options.length + (isEager ? 0 : 1);
    const first = isEager ? 0 : -1;
    activate(((active - first + steps + places) % places) + first);
  };

  const keys: Readonly<Record<string, () => boolean>> = {
    ArrowDown: () => {
      if (options.length > 0) move(1);
      else update();
      return true;
    },
    ArrowUp: () => {
      if (options.length > 0) move(-1);
      return options.length > 0;
    },
    Enter: () => {
      if (active === -1) {
        close();
        return false;
      }
      take(active);
      return true;
    },
    // A second Escape is left to the browser, which clears the text or closes the dialog.
    Escape: () => {
      const wasOpen = options.length > 0 && !isEager;
      if (wasOpen) close();
      return wasOpen;
    },
  };

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(update, pauseMs);
  });
  input.addEventListener('keydown', (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (keys[event.key]?.()) event.preventDefault();
  });
  if (!isEager) {
    input.addEventListener('blur', close);
    // Another entry of the history has another text, and a list that opens above its page would move it.
    addEventListener('popstate', close);
  }
  // The focus stays in the input, and so the list open, until the option under the pointer is chosen.
  list.addEventListener('mousedown', (event) => {
    event.preventDefault();
  });
  list.addEventListener('click', (event) => {
    const option = (event.target as Element).closest('[role=option]');
    if (option) take([...list.children].indexOf(option));
  });
  return update;
}

function isSame(some: readonly Option[], others: readonly Option[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ text, href }, place) => text === others[place]?.text && href === others[place].href)
  );
}

function optionElement({ text, kind }: Option, id: string): HTMLElement {
  const option = make('li', { id }, foreign(text), ' ', make('small', { textContent: kind }));
  option.setAttribute('role', 'option');
  option.setAttribute('aria-selected', 'false');
  return option;
}
