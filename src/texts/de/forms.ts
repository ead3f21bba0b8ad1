import { groupThousands } from '../formats.ts';
import type * as english from '../en/forms.ts';

export const problemsHeading: typeof english.problemsHeading = (count) =>
  count === 1 ? 'Beheben Sie 1 Problem' : `Beheben Sie ${groupThousands(count)} Probleme`;

export const notSavable: typeof english.notSavable = (count) =>
  count === 1
    ? '1 Problem verhindert das Speichern: siehe am Feld.'
    : `${groupThousands(count)} Probleme verhindern das Speichern: siehe an den Feldern.`;

export const unreadable: typeof english.unreadable = 'Einige Felder sind nicht lesbar: siehe dort.';

export const registrationRefusals: typeof english.registrationRefusals = {
  unauthorized: () =>
    'Dieser Schlüssel gilt nicht: Er ist vertippt, abgelaufen oder widerrufen. Fügen Sie einen anderen ein, oder melden Sie sich mit einer Wallet an.',
  too_many_requests: (wait) =>
    `Von Ihnen oder Ihrer Adresse kamen zu viele Anfragen. Versuchen Sie es in ${wait} noch einmal.`,
  too_many_unverified: () =>
    'Sie haben oder dieser Host hat so viele Dienste, wie vor einer Bestätigung erlaubt sind. Lassen Sie einen bestätigen, oder ziehen Sie einen zurück; dann tragen Sie diesen ein.',
  commit_failed: (wait) =>
    `Der Katalog konnte das nicht speichern, und nichts wurde eingetragen. Versuchen Sie es in ${wait} noch einmal.`,
  commit_unsettled: (wait) =>
    `Das Speichern dauert zu lange und kann noch gelingen. Sehen Sie in ${wait} nach, ob der Dienst eingetragen ist.`,
  unavailable: (wait) => `Der Server kann gerade nicht antworten. Versuchen Sie es in ${wait} noch einmal.`,
  internal_error: () => 'Bei uns ist etwas schiefgegangen. Versuchen Sie es in einer Minute noch einmal.',
  unreachable: () =>
    'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.',
  no_server: () =>
    'Hier antwortet kein Server: Dies ist eine Kopie des Katalogs. Stellen Sie stattdessen einen Pull Request.',
};

export const shortWait: typeof english.shortWait = 'einer Minute';

export const kept: typeof english.kept = 'Ihre Eingaben bleiben erhalten.';

export const registrationWords: typeof english.registrationWords = {
  noKey: 'Fügen Sie oben Ihren API-Schlüssel ein, so wie Sie ihn bekommen haben: Er beginnt mit tbk_.',
  fixFirst: 'Beheben Sie die Probleme oben, und versuchen Sie es dann noch einmal.',
  endpointListed: 'Zum Dienst',
  endpointClaim: 'Übernehmen Sie ihn, wenn er Ihnen gehört',
};

export const checkWords: typeof english.checkWords = {
  needsEndpoint: 'Geben Sie zuerst den Endpunkt ein.',
  fixFirst: 'Berichtigen Sie die markierten Felder, und prüfen Sie dann noch einmal.',
  asDeclared: 'Der Endpunkt verlangt, was Sie angeben.',
  readable: 'Der Endpunkt antwortet mit 402 und Bedingungen, die Käufer lesen können.',
  otherwise: 'Der Endpunkt verlangt noch nicht, was Sie angeben.',
  notReady: 'Der Endpunkt ist noch nicht bereit für Käufer.',
  passed: 'Bestanden:',
  toFix: 'Zu beheben:',
  advice: 'Empfehlung:',
  waysToPay: 'So kann gezahlt werden:',
  wayToPay: (price, currency, network, wallet) => `${price} ${currency} auf ${network} an ${wallet}`,
  useTerms: 'Diese Bedingungen übernehmen',
  usedTerms: 'Preis, Währung, Netzwerk und Wallet sind aus der aktuellen Antwort übernommen.',
  ownTexts: (source) => `Ihre ${source} sagt dazu:`,
  useTexts: 'Diesen Namen und diese Beschreibung übernehmen',
  operations: (source: string): string =>
    `Laut ${source} kosten diese Operationen Geld. Jede ist ein eigener Eintrag:`,
  useOperation: 'Diese prüfen',
  usedTexts: (source) => `Name und Beschreibung sind aus Ihrer ${source} übernommen.`,
};

export const passedChecks: typeof english.passedChecks = {
  reachable: () => 'Der Endpunkt antwortet.',
  returns_402: () => 'Eine unbezahlte Anfrage wird mit 402 beantwortet.',
  terms_readable: () => 'Käufer können die Bedingungen lesen.',
  price_comparable: () => 'Die Antwort nennt einen Preis.',
  payTo: ({ actual }) => `Die Wallet ist ${actual}.`,
  network: ({ actual }) => `Das Netzwerk ist ${actual}.`,
  asset: ({ actual }) => `Der Token ist ${actual}.`,
  price: ({ actual }) => `Der Preis ist ${actual}.`,
  other_paths_free: () => 'Ein Pfad, den es nicht gibt, wird nicht mit 402 beantwortet.',
};

export const failedChecks: typeof english.failedChecks = {
  reachable: () =>
    'Der Endpunkt antwortet nicht. Er muss HTTPS-Anfragen von überall innerhalb von 10 Sekunden beantworten. Gefunden wurde:',
  returns_402: ({ actual }) =>
    `Eine unbezahlte Anfrage wird mit ${actual} statt mit 402 beantwortet. Antworten Sie mit 402, bevor Sie die Eingaben prüfen, und lassen Sie die Prüfungen von Tollbook durch Ihre Firewall. Gefunden wurde:`,
  terms_readable: () =>
    'Käufer können die Bedingungen nicht lesen. Senden Sie das JSON von PaymentRequired in base64 im Header PAYMENT-REQUIRED. Gefunden wurde:',
  price_comparable: () =>
    'Die Antwort nennt keinen Preis, der sich vergleichen lässt. Bieten Sie daneben das Schema „exact“ an. Gefunden wurde:',
  payTo: ({ expected, actual }) =>
    `Der Endpunkt nennt die Wallet ${actual}, angegeben ist ${expected}. Passen Sie eine der beiden an.`,
  network: ({ expected, actual }) =>
    `Der Endpunkt nennt das Netzwerk ${actual}, angegeben ist ${expected}. Passen Sie eines der beiden an.`,
  asset: ({ expected, actual }) =>
    `Der Endpunkt nennt den Token ${actual}, angegeben ist ${expected}. Passen Sie einen der beiden an.`,
  price: ({ expected, actual }) =>
    `Der Endpunkt nennt den Preis ${actual}, angegeben ist ${expected}. Passen Sie einen der beiden an; am Endpunkt steht er in der kleinsten Einheit des Tokens.`,
  other_paths_free: () =>
    'Auch ein Pfad, den es nicht gibt, wird mit 402 beantwortet. Verlangen Sie nur auf vorhandenen Pfaden Geld, und antworten Sie sonst mit 404.',
};
