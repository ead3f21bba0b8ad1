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

export const validateName: typeof english.validateName = 'Befehl zum Prüfen eines Endpunkts';
