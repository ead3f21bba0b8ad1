/*
 * Buttons that copy their `data-copy` to the clipboard. They are hidden without scripts, because they would do nothing.
 */

/** How long a button shows the result. */
const feedbackMs = 2000;

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', () => void copy(button));
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const before = button.textContent;
  const isDone = await write(button.dataset['copy'] ?? '');

  button.textContent = isDone ? 'Copied' : 'Not copied';
  setTimeout(() => {
    button.textContent = before;
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
