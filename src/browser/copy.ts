/*
 * Buttons that copy their `data-copy` to the clipboard. Those of the page are hidden without scripts, because they would do nothing;
 * scripts may add more.
 */

/** How long a button shows the result. */
const feedbackMs = 2000;

const copying = 'button[data-copy]';

for (const button of document.querySelectorAll<HTMLButtonElement>(copying)) button.hidden = false;
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>(copying) : null;
  if (button) void copy(button);
});

async function copy(button: HTMLButtonElement): Promise<void> {
  const isDone = await write(button.dataset['copy'] ?? '');

  const label = (button.dataset['label'] ??= button.textContent);
  button.textContent = isDone ? 'Copied' : 'Not copied';
  setTimeout(() => {
    button.textContent = label;
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
