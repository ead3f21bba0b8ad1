import type * as english from '../en/ownership.ts';

export const ownership: typeof english.ownership = {
  heading: 'Wem dieser Eintrag gehört',
  owner: 'Anbieter',
  nobody: (claim) => ['Noch niemand. Ist es Ihr Dienst? ', claim('Übernehmen Sie den Eintrag'), '.'],
  proof: 'Nachweis',
  unproven: (claim) => [
    'Keiner: Es ist nicht nachgewiesen, dass der Dienst dem Inhaber dieses Eintrags gehört. Ist es Ihr Dienst? ',
    claim('Übernehmen Sie den Eintrag'),
    '.',
  ],
  proven: (day, place) => ['Nachgewiesen am ', day, ' durch ', place],
  lastSeen: (day) => ['Zuletzt gesehen am ', day],
  lost: (day) => ['Nicht mehr gefunden. Zuletzt gesehen am ', day],
  maintainers: 'Betreuer',
  offeredTo: 'Angeboten an',
  offeredUntil: (accept, day) => ['Kann den Eintrag bis zum ', day, ' ', accept('annehmen')],
  isItYours: (edit) => ['Ist es Ihr Eintrag? ', edit('Bearbeiten'), '.'],
  changes: 'Wie sich dieser Eintrag geändert hat',
  inGit: (git) => [', auch ', git('in git')],
};

export const proofPlaces: typeof english.proofPlaces = {
  wallet: (wallet) => `die Wallet in der aktuellen 402-Antwort: ${wallet}`,
  http: (url) => `eine Datei auf dem Host des Dienstes: ${url}`,
  dns: (name) => `einen DNS-Eintrag des Hosts: ${name}`,
  repository: (url) => `eine Datei in einem Repository mit einer Homepage auf dem Host: ${url}`,
};

export const owners: typeof english.owners = {
  wallet: (address) => `Wallet ${address}`,
  contractWallet: (address, network) => `Vertrags-Wallet ${address} auf ${network}`,
  gitHub: (account) => `GitHub-Konto ${account}`,
  account: (id, host) => `Konto ${id} bei ${host}`,
  copyId: (owner) => `ID des Anbieters kopieren, ${owner}`,
};

export const deprecation: typeof english.deprecation = {
  label: 'Abgekündigt',
  since: (day) => ['Abgekündigt seit dem ', day, '.'],
  ownerSays: 'Der Anbieter schreibt:',
  replacement: (service) => ['Verwenden Sie stattdessen ', service, '.'],
};
