import { gitCommands } from '../site/git-commands.ts';
import { find, findAs } from './elements.ts';
import { fileOf } from './registration-file.ts';

/*
 * The file of a new service for a pull request: to copy, to download, and to begin on GitHub.
 */

/** Where GitHub's page for new files begins to refuse addresses, with some room. */
const maxAddressLength = 8_000;

/** The repository of the catalog, where it is known. */
interface Home {
  readonly repository?: string;
  readonly branch?: string;
}

let address = '';

/** Shows the file of a registration that breaks no rule. */
export function showPullRequest(body: unknown, categories: readonly string[], home: Home): void {
  const file = fileOf(body, categories, new Date());
  if (!file) return;

  const { id, path, text } = file;
  find('#file-path').textContent = path;
  fillCode('#file', text);
  fillCode('#file-commands', gitCommands(id, path));
  const download = findAs(HTMLAnchorElement, '#file-download');
  URL.revokeObjectURL(address);
  address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  download.href = address;
  download.download = `${id}.json`;
  offerGitHub(home, path, text);
  find('#pull-request').hidden = false;
  find('#pull-request h2').focus();
}

function fillCode(selector: string, text: string): void {
  find(`${selector} pre code`).textContent = text;
  find(`${selector} [data-copy]`).dataset['copy'] = text;
}

/** GitHub takes a new file in the address of its page, unless it is too long for one. */
function offerGitHub({ repository, branch = 'main' }: Home, path: string, text: string): void {
  const parameters = new URLSearchParams({ filename: path, value: text });
  const page = `https://github.com/${repository ?? ''}/new/${branch}?${parameters.toString()}`;
  const offer = find('#file-github');

  offer.hidden = repository === undefined || page.length > maxAddressLength;
  findAs(HTMLAnchorElement, 'a', offer).href = page;
}
