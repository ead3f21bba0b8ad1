import type * as english from '../en/snippets.ts';

export const labels: typeof english.labels = {
  ask: 'Fragen, ohne zu zahlen',
  readTerms: 'Bedingungen lesen: In Version 2 von x402 stehen sie in einem Header, in Version 1 im Body',
  sendPlain: 'Eine einfache Anfrage senden',
  install: 'Installieren',
  saveAs: (file) => `Als ${file} speichern`,
  runWithKey: 'Mit der Umgebungsvariablen PRIVATE_KEY ausführen',
  runWithKeyInNode: 'Mit der Umgebungsvariablen PRIVATE_KEY ausführen, in Node 22.18 oder neuer',
};

export const copied: typeof english.copied = {
  example: (language) => `${language}-Beispiel`,
  readTerms: 'Befehl zum Lesen der Bedingungen',
  install: (language) => `Installation für ${language}`,
  run: (language) => `Befehl zum Ausführen für ${language}`,
};

export const comments: typeof english.comments = {
  onlyTheseTerms: 'Dieses Programm zahlt zu diesen Bedingungen und zu keinen anderen, die verlangt werden.',
  stricterBelow: 'Die Regel unten ist strenger als die Vorgabe: 1 $ an jede Wallet.',
  stricter: 'Die Regel ist strenger als die Vorgabe: 1 $ an jede Wallet.',
};

export const printed: typeof english.printed = { payment: 'Zahlung:', status: 'Status:' };

export const notPaid: typeof english.notPaid = 'Nicht bezahlt: Es werden andere Bedingungen verlangt.';

export const keyWanted: typeof english.keyWanted = ({ symbol, network, form }) =>
  `Setzen Sie PRIVATE_KEY auf den Schlüssel einer Wallet, die ${symbol} auf ${network} hält: ${form}.`;

export const limitsOfProgram: typeof english.limitsOfProgram = ({ most, payTo, network }) =>
  `Dieses Programm zahlt höchstens ${most}, an ${payTo} auf ${network}.`;
