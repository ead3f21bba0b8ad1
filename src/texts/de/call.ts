import type * as english from '../en/call.ts';

export const call: typeof english.call = {
  heading: 'Aufrufen',
  response: 'Was der Dienst antwortet, laut seiner aktuellen 402-Antwort',
  responseToCopy: 'Beschreibung der Antwort',
  language: 'Sprache',
  whatToSend: 'Was zu senden ist',
  required: 'erforderlich',
  asJson: 'Als JSON ansehen',
  requestToCopy: 'Beschreibung der Anfrage',
};

export const requestSources: typeof english.requestSources = {
  observed: 'Laut seiner aktuellen 402-Antwort.',
  declared: 'Laut seinem Anbieter.',
};

export const fieldPlaces: typeof english.fieldPlaces = { query: 'Query', body: 'Body', header: 'Header' };

export const stopsOtherwise: typeof english.stopsOtherwise =
  'Er zahlt nur an die Wallet und in dem Token auf dieser Seite und bricht ab, wenn etwas anderes verlangt wird.';

export const limitSentence: typeof english.limitSentence = ({ most, listed, isLive }) => {
  if (listed !== null) {
    return `Dieser Code zahlt höchstens ${most}, den aktuellen Preis; angegeben ist ${listed}.`;
  }

  return isLive
    ? `Dieser Code zahlt höchstens ${most}, den aktuellen Preis.`
    : `Dieser Code zahlt höchstens ${most}, den angegebenen Preis.`;
};

export const reasonsNotToPay: typeof english.reasonsNotToPay = {
  wallet:
    'Der Dienst verlangt Zahlungen an eine andere Wallet, als sein Anbieter angibt. Deshalb steht hier kein Code, der ihn bezahlt.',
  down: 'Der Dienst hat bei der letzten Prüfung nicht geantwortet. Zurzeit gibt es nichts zu kaufen.',
  otherRails: (rails) =>
    `Die x402-Clients für TypeScript und Python können den Dienst nicht bezahlen, denn er verlangt ein anderes Protokoll: ${rails}. Der Code fragt die Bedingungen ab.`,
  free: 'Der Dienst verlangt keine Zahlung: Senden Sie eine einfache Anfrage an seinen Endpunkt.',
  network: (title) =>
    `Die x402-Clients für TypeScript und Python zahlen auf EVM-Netzwerken und Solana, nicht auf ${title}.`,
  token: 'Tollbook kennt den Vertrag des Tokens nicht. Deshalb steht hier kein Code, der darin bezahlt.',
  tooSmall: (token) => `Der Preis liegt unter dem kleinsten Betrag von ${token}.`,
};

export const otherBodies: typeof english.otherBodies = {
  'form-data':
    'Der Dienst erwartet ein Formular (multipart/form-data). Der Code sendet keinen Body: Fügen Sie ihn selbst hinzu.',
  text: 'Der Dienst erwartet reinen Text. Der Code sendet keinen Body: Fügen Sie ihn selbst hinzu.',
};

export const valuesAreMadeUp: typeof english.valuesAreMadeUp =
  'Der Dienst nennt kein Beispiel, daher sind diese Werte Platzhalter. Ersetzen Sie sie, sonst zahlen Sie für nichts.';

export const unshownFields: typeof english.unshownFields = (count) =>
  count === 1 ? '1 weiteres Feld steht im JSON.' : `${String(count)} weitere Felder stehen im JSON.`;

export const nextSteps: typeof english.nextSteps = {
  similar: 'Ähnliche Dienste ansehen',
  category: (name) => `Weitere Dienste in ${name} ansehen`,
};
