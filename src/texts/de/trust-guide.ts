import { trustNumbers } from '../../views/trust-evidence.ts';
import type * as english from '../en/trust-guide.ts';
import { groupThousands } from '../formats.ts';

const { windowDays, quickMs, slowMs, settledAfterDays, manyBuyers } = trustNumbers;

export const partsTable: typeof english.partsTable = {
  name: 'Teile der Vertrauensnote',
  part: 'Teil',
  points: 'Höchstens',
  rule: 'Was die Punkte bringt',
};

export const partRules: typeof english.partRules = {
  terms: `Der Anteil der beantworteten Prüfungen, die die angegebenen Bedingungen zeigten, in ${String(windowDays)} Tagen.`,
  availability: `Der Anteil der Prüfungen, die beantwortet wurden, in ${String(windowDays)} Tagen.`,
  latency: `Alle bei einer mittleren Antwortzeit bis ${groupThousands(quickMs)} ms, keine ab ${groupThousands(slowMs)} ms, dazwischen nach dem Logarithmus.`,
  age: `Die Tage, seit denen die 402-Antwort die angegebene Wallet, das Netzwerk und den Token verlangt, von ${String(settledAfterDays)}, mal dem Anteil der Prüfungen, die mit den angegebenen Bedingungen beantwortet wurden.`,
  buyers: `log(1 + W) / log(1 + ${String(manyBuyers)}); W zählt zusammen, was jeder Käufer gezahlt hat, aber je höchstens 1 USDC (oder 1 EURC).`,
};

export const pricesTable: typeof english.pricesTable = {
  name: 'Was es kostet, Punkte vorzutäuschen',
  points: 'Punkte',
  attack: 'Billigster Angriff',
  time: 'Zeit',
  money: 'Geld',
};

export const attackWords: typeof english.attackWords = {
  answer: {
    attack: 'Eine statische Seite, die mit 402 und den angegebenen Bedingungen antwortet.',
    time: 'Ein Tag',
    money: 'Keines: Kostenloses Hosting genügt.',
  },
  wait: (days) => ({
    attack: 'Dieselbe Seite, sich selbst überlassen.',
    time: `${String(days)} Tage`,
    money: 'Keines.',
  }),
  pay: (wallets) => ({
    attack: `${String(wallets)} Wallets, die nacheinander denselben USDC zahlen, der über zwei weitere Wallets oder eine Börse zurückkommt.`,
    time: 'Eine Stunde',
    money: '1 USDC, der zurückkommt, abzüglich der Gebühren der Überweisungen: wenige Cent je Wallet.',
  }),
};

export const casesTable: typeof english.casesTable = {
  name: 'Vertrauensnoten nach Beobachtungen',
  title: 'Dienst',
  evidence: 'Käufer',
  score: 'Note',
};

export const caseWords: typeof english.caseWords = {
  firstDay: 'Erster Tag',
  thirdDay: 'Dritter Tag',
  month: '30 Tage',
  settled: '90 Tage',
  elsewhere: '90 Tage, dann eine andere Wallet',
};
