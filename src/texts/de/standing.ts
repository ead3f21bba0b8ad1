import type { TermName } from '../../views/known-service.ts';
import type * as english from '../en/standing.ts';

export const standing: typeof english.standing = {
  onlyDeclared: 'Preis, Wallet und Netzwerk sind nur Angaben des Anbieters.',
  optedOut: 'Der Anbieter lehnt Prüfungen ab.',
  noAnswer: 'Der Dienst hat auf die letzte Prüfung nicht geantwortet.',
  noReadable402: 'Der Dienst sendet seit über einem Tag keine lesbare 402-Antwort.',
  otherRails: (rails) => `Der Dienst verlangt die Zahlung über ein anderes Protokoll als x402: ${rails}.`,
  otherWallet: 'Die 402-Antwort verlangt die Zahlung an eine andere Wallet, als der Anbieter angibt.',
  walletVaries:
    'Jeder Aufruf soll eine andere Wallet bezahlen; keine Prüfung kann sagen, welche die richtige ist.',
  priceVaries: 'Jeder Aufruf kostet etwas anderes. Lesen Sie die 402-Antwort, bevor Sie zahlen.',
  livePrice: (live, listed) => `Aktuell kostet ein Aufruf ${live}, angegeben sind ${listed}.`,
  liveNetwork: (live, listed) => `Das aktuelle Netzwerk ist ${live}, angegeben ist ${listed}.`,
  liveToken: (live, listed) => `Der aktuelle Token ist ${live}, angegeben ist ${listed}.`,
  stands: ({ detail }) =>
    `Die letzte Prüfung meldet auf Englisch: „${detail}“ Die zuvor gesehenen Bedingungen gelten noch eine Woche.`,
  lastCheck: ({ verdict, detail, httpStatus }) => {
    if (httpStatus !== null && verdict === 'blocked') {
      return `Der Dienst antwortet mit ${String(httpStatus)} und wehrt so Prüfungen ab.`;
    }
    if (httpStatus !== null && verdict === 'not_402') {
      return `Der Dienst antwortet mit ${String(httpStatus)}, ohne eine Zahlung zu verlangen.`;
    }

    return `Die letzte Prüfung meldet auf Englisch: „${detail}“`;
  },
};

const termTitles: Readonly<Record<TermName, string>> = {
  wallet: 'Wallet',
  network: 'Netzwerk',
  token: 'Token',
  price: 'Preis',
};

const conjunction = new Intl.ListFormat('de', { type: 'conjunction' });

export const differences: typeof english.differences = (terms) =>
  `${conjunction.format(terms.map((term) => termTitles[term]))} ${terms.length === 1 ? 'weicht' : 'weichen'} ab`;
