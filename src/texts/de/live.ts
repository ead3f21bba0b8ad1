import type * as english from '../en/live.ts';

export const listedLabel: typeof english.listedLabel = 'angegeben';
export const liveLabel: typeof english.liveLabel = 'aktuell';

export const walletAlertWords: typeof english.walletAlertWords = {
  title: 'Nicht zahlen: Die Wallet weicht ab',
  text: 'Die 402-Antwort verlangt die Zahlung an eine andere Wallet, als der Anbieter angibt. Zahlen Sie erst, wenn beide übereinstimmen.',
  live: 'Wallet in der 402-Antwort',
  listed: 'Wallet, die der Anbieter angibt',
};

export const variesNote: typeof english.variesNote = (range) =>
  range === null ? 'schwankt' : `schwankt von ${range.from} bis ${range.to}`;

export const unknownTokenNote: typeof english.unknownTokenNote =
  'angegebener Preis; der aktuelle Token ist unbekannt';
