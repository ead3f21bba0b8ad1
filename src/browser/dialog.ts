import { dialog as text } from '#texts/dialog.ts';
import { type Answer, saidOf } from './catalog-api.ts';
import { make, partsOf, say } from './elements.ts';

interface Step {
  readonly title: string;
  readonly body: readonly (Node | string)[];
  /** Label of the button that goes on. */
  readonly action: string;
  /** Set where the step takes something away. */
  readonly isGrave?: boolean;
  readonly act: () => Promise<Answer<unknown>>;
}

/**
 * Asks before a step, and takes it. The dialog stays open while the step runs and when it is refused, and says why. Resolves with whether it
 * was done.
 */
export function askBefore({ title, body, action, isGrave = false, act }: Step): Promise<boolean> {
  const heading = make('h2', { id: 'dialog-title', textContent: title });
  const report = make('p', { className: 'notice' });
  report.setAttribute('role', 'status');
  const go = make('button', { className: isGrave ? 'grave' : 'primary', textContent: action });
  const cancel = make('button', { type: 'button', textContent: text.cancel });
  const form = make('form', {}, heading, ...body, report, make('div', { className: 'actions' }, go, cancel));
  const dialog = make('dialog', {}, form);
  dialog.setAttribute('aria-labelledby', heading.id);
  document.body.append(dialog);
  dialog.showModal();

  const { promise, resolve } = Promise.withResolvers<boolean>();
  let isRunning = false;
  cancel.addEventListener('click', () => {
    if (!isRunning) dialog.close();
  });
  dialog.addEventListener('cancel', (event) => {
    if (isRunning) event.preventDefault();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void run();
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    resolve(dialog.returnValue === 'done');
  });

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    say(report, 'fine', text.running);
    const answer = await act();
    isRunning = false;
    if ('refusal' in answer) say(report, 'wrong', ...partsOf(saidOf(answer.refusal)));
    else dialog.close('done');
  }
  return promise;
}
