import { compareLabel, fullText, pickedText, removeLabel } from '#texts/compare-tray.ts';
import { comparePath, maxCompared, servicePath } from '../site/links.ts';
import { find, findAs, foreign, link, make } from './elements.ts';
import { savePicked, picked, pickedName, type Picked } from './picked.ts';

/*
 * The tray of services to compare. It outlives the list: filtering, paging and opening a service leave it as it is. Without scripts, it is a
 * form that sends the services selected on this page.
 */

const boxes = 'input[name=ids][form=compare]';

const tray = document.querySelector<HTMLFormElement>('#compare');
if (tray) follow(tray);

function follow(form: HTMLFormElement): void {
  const list = find('ul', form);
  const report = find('[role=status]', form);
  const submit = findAs(HTMLButtonElement, '[type=submit]', form);
  const clear = findAs(HTMLButtonElement, '[type=button]', form);

  function show(message?: string): void {
    const services = picked();
    list.replaceChildren(...services.map(chipOf));
    report.textContent =
      message ?? (services.length === 0 ? '' : pickedText({ count: services.length, most: maxCompared }));
    submit.textContent = compareLabel({ count: services.length });
    submit.disabled = services.length < 2;
    mark();
  }

  function change(services: readonly Picked[]): void {
    savePicked(services);
    show();
  }

  clear.hidden = false;
  clear.addEventListener('click', () => {
    change([]);
    find('#content').focus();
  });
  list.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (!button) return;

    const place = [...list.querySelectorAll('button')].indexOf(button);
    change(picked().filter(({ id }) => id !== button.value));
    // The button is gone: the keyboard goes on at its neighbour.
    const left = [...list.querySelectorAll('button')];
    (left[place] ?? left.at(-1) ?? find('#content')).focus();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    location.assign(comparePath(picked().map(({ id }) => id)));
  });
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches(boxes)) return;

    const others = picked().filter(({ id }) => id !== target.value);
    if (!target.checked) change(others);
    else if (others.length >= maxCompared) show(fullText({ most: maxCompared }));
    else change([...others, { id: target.value, name: nameOf(target) }]);
  });

  // Other tabs pick too; a page that comes back from the browser's cache missed that.
  addEventListener('storage', ({ key }) => {
    if (key === pickedName || key === null) show();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) show();
  });
  // Scripts of the list replace its rows.
  new MutationObserver(mark).observe(find('#content'), { childList: true, subtree: true });
  show();
}

/** Checks the boxes of the picked services. */
function mark(): void {
  const ids = new Set(picked().map(({ id }) => id));

  for (const box of document.querySelectorAll<HTMLInputElement>(boxes)) box.checked = ids.has(box.value);
}

/** The name in the label of a service's box. */
function nameOf(box: HTMLInputElement): string {
  return box.closest('label')?.querySelector('bdi')?.textContent.trim() ?? box.value;
}

function chipOf({ id, name }: Picked): HTMLElement {
  const remove = make('button', { type: 'button', value: id, textContent: '×' });
  remove.setAttribute('aria-label', removeLabel({ name }));

  return make('li', {}, link(servicePath(id), foreign(name)), remove);
}
