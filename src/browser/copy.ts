import { copied, notCopied } from '#texts/copied.ts';

/*
 * Buttons that copy their `data-copy` to the clipboard. Those of the page are hidden without scripts, because they would do nothing;
 * scripts may add more.
 */

/** How long a button shows the result. */
const feedbackMs = 2000;

const copying = 'button[data-copy]';

/** Says the result to those who do not see the button: its name stays what it copies. */
const region = Object.assign(document.createElement('p'), { role: 'status', className: 'hidden-label' });
document.body.append(region);

for (const button of document.querySelectorAll<HTMLButtonElement>(copying)) button.hidden = false;
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>(copying) : null;
  if (button) void copy(button);
});

async function copy(button: HTMLButtonElement): Promise<void> {
  // The same words again would not be announced.
  region.textContent = '';
  const result = (await write(button.dataset['copy'] ?? '')) ? copied : notCopied;

  const label = (button.dataset['label'] ??= button.textContent);
  button.textContent = result;
  region.textContent = result;
  setTimeout(() => {
    button.textContent = label;
    region.textContent = '';
  }, feedbackMs);
}

/** Returns false when the browser denies access to the clipboard. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
