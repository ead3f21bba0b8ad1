import type * as english from '../en/nouns.ts';

export const nouns: typeof english.nouns = {
  service: ['Dienst', 'Dienste'],
  payment: ['Zahlung', 'Zahlungen'],
  wallet: ['Wallet', 'Wallets'],
  change: ['Änderung', 'Änderungen'],
  earlierChange: ['frühere Änderung', 'frühere Änderungen'],
  furtherField: ['weiteres Feld', 'weitere Felder'],
  otherHost: ['anderer Host', 'andere Hosts'],
  response: ['Antwort', 'Antworten'],
  value: ['Wert', 'Werte'],
};
