import type * as english from '../en/probing-guide.ts';

export const verdictMeanings: typeof english.verdictMeanings = {
  verified: 'Eine unbezahlte Anfrage wird mit 402 beantwortet, und die Bedingungen sind die angegebenen.',
  payto_mismatch: 'Die 402-Antwort verlangt die Zahlung an eine andere Wallet als die angegebene.',
  network_mismatch: 'Die 402-Antwort verlangt die Zahlung in anderen Netzwerken als dem angegebenen.',
  asset_mismatch: 'Die 402-Antwort verlangt einen anderen Token als den angegebenen.',
  price_mismatch: 'Die 402-Antwort verlangt einen anderen Preis als den angegebenen.',
  malformed:
    'Eine unbezahlte Anfrage wird mit 402 beantwortet, doch die Clients der Käufer können die Antwort nicht lesen oder nicht bezahlen.',
  unread:
    'Der Endpunkt funktioniert und verlangt etwas, das nicht verglichen wurde. Zuvor gesehene Bedingungen gelten noch eine Woche.',
  not_402:
    'Eine unbezahlte Anfrage wird beantwortet, aber nicht mit einer 402-Antwort, die eine Zahlung über x402 verlangt.',
  blocked:
    'Der Endpunkt lässt Prüfungen nicht zu (403, 429 oder eine Bot-Abfrage). Das sagt nichts über ihn aus.',
  unreachable: 'Es kam keine HTTP-Antwort.',
};

export const answerTable: typeof english.answerTable = {
  caption: 'Antworten von Anbietern',
  answer: 'Antwort',
  verdict: 'Ergebnis',
  note: 'Grund',
};

export const answerMeanings: typeof english.answerMeanings = [
  {
    answer: '402 mit Bedingungen im Header PAYMENT-REQUIRED (Version 2) oder im Body (Version 1)',
    verdict: 'verified, oder was abweicht',
    note: 'Nur dort lesen Clients. Was kein Client braucht, etwa eine Beschreibung, darf fehlen.',
  },
  {
    answer: '402 mit unlesbarem Header neben einem guten Body der Version 1',
    verdict: 'verified, oder was abweicht',
    note: 'Clients der Version 1 zahlen. Ein Hinweis sagt, dass die der Version 2 es nicht können.',
  },
  {
    answer: '402 mit Bedingungen der Version 2 nur im Body',
    verdict: 'malformed',
    note: 'Dort sieht kein Client nach.',
  },
  {
    answer: 'Gute Einträge von accepts neben fehlerhaften',
    verdict: 'verified, oder was abweicht',
    note: 'Jeder Eintrag wird für sich gelesen. Ein Hinweis nennt jeden fehlerhaften.',
  },
  {
    answer: 'Einträge ohne Name und Version des Tokens, auf Solana ohne feePayer',
    verdict: 'verified, oder was abweicht',
    note: 'Ein Hinweis sagt, dass Clients nicht signieren können.',
  },
  {
    answer: 'Eine Wallet mit falscher EIP-55-Prüfsumme',
    verdict: 'verified, oder was abweicht',
    note: 'Clients korrigieren sie und zahlen. Ein Hinweis sagt, dass ein Buchstabe vertippt sein kann.',
  },
  {
    answer: 'Nur Version 1 mit der CAIP-2-Kennung eines Netzwerks, oder Version 2 mit seinem Namen',
    verdict: 'malformed',
    note: 'Clients suchen Netzwerke in Version 1 nach dem Namen, in Version 2 nach der CAIP-2-Kennung.',
  },
  {
    answer: 'Nur ein anderes Schema als exact, etwa upto',
    verdict: 'unread',
    note: 'Der Betrag ist kein Preis. Wallet und Netzwerk werden verglichen. Bieten Sie daneben exact an.',
  },
  {
    answer:
      'Nur ein Netzwerk, dessen Kennung nicht lesbar ist, oder in Version 1 eines, dessen Namen ihre Clients nicht kennen',
    verdict: 'unread',
    note: 'Verwenden Sie Version 2 mit einer CAIP-2-Kennung.',
  },
  {
    answer: 'Nur MPP, L402, Cloudflare, AWS Marketplace oder Karten',
    verdict: 'unread',
    note: 'Verglichen wird nur x402. Die anderen Wege werden aufgeführt.',
  },
  {
    answer: 'Leeres accepts, Anmeldung per Wallet',
    verdict: 'unread',
    note: 'Der Dienst verlangt eine Anmeldung mit einer Wallet und ist kostenlos.',
  },
  {
    answer: '400, 411, 415 oder 422',
    verdict: 'unread',
    note: 'Der Dienst braucht eine Eingabe, bevor er Geld verlangt: Geben Sie request an.',
  },
  {
    answer: '405',
    verdict: 'unread',
    note: 'Der Dienst braucht eine andere Methode. PUT und PATCH werden versucht, wenn Allow sie nennt; sonst geben Sie request an.',
  },
  {
    answer: '2xx mit Daten',
    verdict: 'unread',
    note: 'Der Dienst ist gerade kostenlos, etwa bis ein Kontingent verbraucht ist.',
  },
  {
    answer: '200 eines kostenpflichtigen MCP-Tools',
    verdict: 'unread',
    note: 'Prüfungen rufen keine Tools auf.',
  },
  {
    answer: '403, 429 oder die Seite eines Bot-Schutzes mit beliebigem Status',
    verdict: 'blocked',
    note: 'Prüfungen werden abgewehrt.',
  },
  {
    answer: 'Eine Seite, eine leere Antwort, 401, 404, 410, 5xx',
    verdict: 'not_402',
    note: 'Nichts deutet auf einen Dienst hin. Nach 404 wird der Pfad auch mit Schrägstrich am Ende versucht; der Code auf seiner Seite behält ihn, wenn er nötig war.',
  },
  { answer: 'Nichts', verdict: 'unreachable', note: 'Es kam keine HTTP-Antwort.' },
];

export const validateName: typeof english.validateName = 'Befehl zum Prüfen eines Endpunkts';
