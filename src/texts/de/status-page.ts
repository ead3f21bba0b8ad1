import type * as english from '../en/status-page.ts';

export const statusPage: typeof english.statusPage = {
  title: 'Status des Katalogs',
  description:
    'Wie viel vom Katalog bestätigt ist, wie aktuell die Prüfungen sind, wie viele Zahlungen gezählt wurden und aus welchem Commit diese Website gebaut ist.',
  lead: 'Wie viele Dienste halten, was ihre Anbieter angeben, und wie aktuell die Prüfungen sind.',
  noService: 'Keine',
  freshness: 'Alter der Prüfungen',
  newestCheck: 'Neueste Prüfung',
  noneYet: 'Noch keine',
  payments: 'Zahlungen',
  uncounted: 'Zahlungen werden nicht gezählt: Dieser Katalog hat für kein Netzwerk einen RPC-Zugang.',
  howCounted: 'So werden Zahlungen gezählt',
  paymentsCounted: 'Gezählte Zahlungen',
  eachOnce: 'Jede zählt einmal, auch wenn sich mehrere Dienste eine Wallet teilen.',
  revenue: 'Einnahmen',
  testRevenue: 'Einnahmen in Testnetzen',
  worthNothing: 'Token ohne Wert',
  notCountedYet: 'noch nicht gezählt',
  countedTo: (time) => ['gezählt bis ', time],
  otherNetworks: 'Andere Netzwerke',
  noProvider: 'nicht gezählt, da ein RPC-Zugang fehlt',
  site: 'Diese Website',
  catalog: 'Katalog',
  lastChanged: (time) => ['zuletzt geändert am ', time],
  lastBuild: 'Seiten zuletzt gebaut',
  fromCommit: (commit) => ['aus Commit ', commit],
  latency: 'Antwortzeit der API',
  answerTimes: (medianMs, p95Ms) => `Median ${medianMs} ms, 95. Perzentil ${p95Ms} ms`,
  measured: (responses) => `auf diesem Server gemessen, zuletzt ${responses}`,
  notMeasured: 'Noch nicht gemessen',
  asJson: 'Als JSON',
};

export const checkedWhen: typeof english.checkedWhen = {
  hour: 'In der letzten Stunde geprüft',
  day: 'Vor 1 bis 24 Stunden geprüft',
  longer: 'Vor längerer Zeit geprüft',
};
