/** Buttons that copy what stands in their `data-copy`. Without scripts they stay hidden, for they could do nothing. */
const toldMs = 2000;

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
  }, toldMs);
}

/** False where the browser does not let a page write to the clipboard. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
