import type * as english from '../en/claim.ts';

export const claimWords: typeof english.claimWords = {
  ownerless: 'Dieser Dienst gehört niemandem.',
  belongsTo: (owner, method) => [
    'Er gehört ',
    owner,
    method === undefined ? ', ohne Nachweis.' : `, nachgewiesen (${method}).`,
  ],
  isYours: (method) =>
    method === undefined ? 'Er gehört Ihnen, ohne Nachweis.' : `Er gehört Ihnen, nachgewiesen (${method}).`,
  edit: 'Bearbeiten',
  restore: 'Wiederherstellen',
  withdrawn:
    'Dieser Dienst wurde zurückgezogen. Wenn er Ihrer war, stellen Sie ihn wieder her; sonst übernehmen Sie ihn.',
  looking: 'Der Nachweis wird gesucht …',
  provenBy: (evidence) => ['Er gehört jetzt Ihnen, nachgewiesen durch ', evidence, '.'],
  lookedFor: 'Gesucht: ',
  found: 'Gefunden: ',
};

export const fileWords: typeof english.fileWords = {
  title: 'Eine Datei auf seinem Host',
  serve: 'Liefern Sie diese Zeile aus:',
  line: 'Zeile',
  at: 'als Text, mit Status 200 und ohne Weiterleitung, unter:',
  address: 'Adresse',
  check: 'Datei prüfen',
};

export const recordWords: typeof english.recordWords = {
  title: 'Ein DNS-Eintrag',
  add: 'Legen Sie einen TXT-Eintrag mit diesem Namen an:',
  name: 'Name',
  value: 'und diesem Wert:',
  copyValue: 'Wert',
  check: 'DNS-Eintrag prüfen',
};

export const paidWalletWords: typeof english.paidWalletWords = {
  title: 'Die bezahlte Wallet',
  signIn: (owner) => [
    'Melden Sie sich mit der Wallet an, an die Käufer zahlen. Ihr Schlüssel gehört ',
    owner,
    '.',
  ],
  mustName: 'Im angegebenen Netzwerk muss die aktuelle 402-Antwort diese Wallet nennen und keine andere:',
  wallet: 'Wallet',
  isLess: 'Ein Nachweis des Hosts wiegt mehr: Wer ihn hat, kann den Dienst von Ihnen übernehmen.',
  check: 'Wallet prüfen',
};
