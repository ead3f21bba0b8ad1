import type * as english from '../en/payment-guide.ts';

export const weightsTable: typeof english.weightsTable = {
  name: 'Gewichte der Vertrauensnote',
  part: 'Teil',
  formerHtml: 'Gewicht in <code>trust/1</code>',
  presentHtml: 'Gewicht in <code>trust/2</code>',
};

export const casesTable: typeof english.casesTable = {
  name: 'Vertrauensnoten nach Zahlungen',
  title: 'Fall',
  payments: 'Zahlungen',
  evidence: 'Grundlage',
};

export const caseWords: typeof english.caseWords = {
  notCounted: { title: 'Nicht gezählt', payments: 'unbekannt' },
  nobody: { title: 'Niemand hat bezahlt', payments: 'keine' },
  itself: { title: 'Nur von sich selbst bezahlt', payments: '500, alle aus der eigenen Wallet' },
  onePayer: { title: 'Nur ein Zahler', payments: '500 aus einer Wallet' },
  mainPayer: {
    title: 'Ein Hauptzahler, wenige Käufer',
    payments: '950 aus einer Wallet, je 10 aus 5 anderen',
  },
  few: { title: 'Wenige Käufer', payments: 'je 100 aus 5 Wallets' },
  some: { title: 'Einige Käufer', payments: 'je 25 aus 20 Wallets' },
  many: { title: 'Viele Käufer', payments: 'je 10 aus 50 Wallets' },
};
