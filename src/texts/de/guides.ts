import type * as english from '../en/guides.ts';

export const buyersCommands: typeof english.buyersCommands = {
  begin: 'Adresse des Katalogs festlegen',
  find: 'Dienst finden',
  observed: 'Beobachtetes ansehen',
  install: 'Client installieren',
  pay: 'bezahlen',
};

export const agentsCommands: typeof english.agentsCommands = {
  begin: 'Adresse des Katalogs festlegen',
  ask: 'mit einem Satz suchen',
  decide: 'Dienst auswählen',
  validate: 'nicht eingetragenen Endpunkt prüfen',
  call: 'Werkzeug von Hand aufrufen',
  bazaar: 'wie ein Client von x402 Discovery fragen',
  ard: 'wie ein Verzeichnis für Agenten fragen',
  markdown: 'Dienst als Markdown lesen',
  shell: 'mit dem Befehl fragen',
};

export const scannersCommands: typeof english.scannersCommands = {
  begin: 'Katalog festlegen',
  install: 'Tollbook installieren',
  copy: 'Spiegel anlegen',
  follow: 'Katalog folgen',
  service: 'In den Spiegel schauen',
  signers: 'Auch die Signatur prüfen',
  link: 'Paket verknüpfen',
  run: 'Programm starten',
  export: 'Export laden',
  changes: 'Änderungen lesen',
  database: 'Datenbank kopieren',
  page: 'Teil des Katalogs lesen',
  observed: 'Beobachtetes lesen',
};

export const ownersCommands: typeof english.ownersCommands = {
  begin: 'Katalog und Adresse festlegen',
  message: 'Nachricht holen',
  cast: 'Mit cast signieren',
  viem: 'viem installieren',
  node: 'Mit node signieren',
  key: 'Schlüssel holen',
  validate: 'Endpunkt prüfen',
  dryRun: 'Probelauf machen',
  register: 'Eintragen',
  status: 'Status ansehen',
  proveWallet: 'Wallet nachweisen',
  line: 'Zeile schreiben',
  proveHttp: 'Host mit einer Datei nachweisen',
  proveDns: 'Host mit DNS nachweisen',
  standing: 'Nachweis ansehen',
  price: 'Preis ändern',
  careful: 'Ändern, was Sie gesehen haben',
  history: 'Verlauf ansehen',
  offer: 'Angebote angeben',
  batch: 'Viele eintragen',
  mine: 'Alle ansehen',
  deprecate: 'Abkündigen',
  undeprecate: 'Abkündigung zurücknehmen',
  withdraw: 'Zurückziehen',
  restore: 'Wiederherstellen',
  maintainers: 'Betreuer nennen',
  handOver: 'Übertragen',
  accept: 'Annehmen',
  newFile: 'Datei eines Dienstes schreiben',
  editFile: 'Datei eines Dienstes ändern',
  checkFiles: 'Dateien prüfen',
  keys: 'Schlüssel auflisten',
  revoke: 'Schlüssel widerrufen',
};

export const webhooksCommands: typeof english.webhooksCommands = {
  make: 'Webhook anlegen',
  some: 'Änderungen auswählen',
  receive: 'Zustellungen empfangen',
  install: 'Bibliothek installieren',
  test: 'Webhook ausprobieren',
  look: 'Zustellungen ansehen',
  replay: 'Zustellung wiederholen',
  enable: 'Wieder einschalten',
  rotate: 'Geheimnis wechseln',
  remove: 'Webhook löschen',
};

export const commandsText: typeof english.commandsText = (name) => `Befehle „${name}“`;
