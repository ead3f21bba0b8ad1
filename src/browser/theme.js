/*
 * The theme that a visitor chose. This is no module, because it has to run before the browser draws anything: else every page would flash
 * in the other theme first.
 */
(() => {
  const storedAs = 'tollbook-theme';
  const { documentElement } = document;

  /** Browsers that block storage throw. */
  const stored = () => {
    try {
      return localStorage.getItem(storedAs);
    } catch {
      return null;
    }
  };

  /** @param {string} theme */
  const keep = (theme) => {
    try {
      localStorage.setItem(storedAs, theme);
    } catch {
      // Then it lasts as long as this page.
    }
  };

  /** @param {string | null} theme */
  const apply = (theme) => {
    const chosen = theme === 'light' || theme === 'dark' ? theme : 'system';
    documentElement.dataset['theme'] = chosen;

    // The colour of the browser's own bars.
    for (const meta of document.querySelectorAll('meta[name=theme-color]')) {
      const scheme = meta.getAttribute('data-scheme');
      const media = chosen === scheme ? 'all' : 'not all';
      meta.setAttribute('media', chosen === 'system' ? `(prefers-color-scheme: ${scheme})` : media);
    }
    const choice = document.querySelector(`.theme [value=${chosen}]`);
    if (choice instanceof HTMLInputElement) choice.checked = true;
  };

  apply(stored());
  addEventListener('storage', ({ key }) => {
    if (key === storedAs || key === null) apply(stored());
  });
  addEventListener('pageshow', () => apply(documentElement.dataset['theme'] ?? null));
  document.addEventListener('DOMContentLoaded', () => {
    document.querySelector('.theme')?.addEventListener('change', ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;

      keep(target.value);
      apply(target.value);
    });
  });
})();
