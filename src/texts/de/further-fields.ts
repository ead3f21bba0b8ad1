import type * as english from '../en/further-fields.ts';

export const furtherFields: typeof english.furtherFields = {
  maintainers: 'Weitere Anbieter, die den Eintrag ändern dürfen, einer pro Zeile.',
  offers:
    'Weitere Routen, Methoden, Netzwerke und Preise als JSON-Array mit höchstens 30 Elementen. Jedes hat `method`, `network` und `pricing`; `path` und `paymentAddress` sind optional.',
  request:
    'Eine Anfrage, die die Bezahlschranke erreicht, als JSON-Objekt: Prüfungen senden `method`, `query` und `body` daraus.',
  message:
    'Was die Nutzer des Dienstes wissen sollten. Seine Seite und die API melden ihn dann als abgekündigt. Leeren Sie das Feld, um das zurückzunehmen.',
  messageExample: 'Endet im März. Nutzen Sie die neue Version.',
  noReplacement: 'Keiner',
};
