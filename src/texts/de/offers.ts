import type * as english from '../en/offers.ts';

export const offers: typeof english.offers = {
  heading: 'Weitere Angebote',
  about:
    'Weitere Pfade, Methoden, Netzwerke und Preise, die der Anbieter angibt. Sie werden wie das Hauptangebot geprüft, haben aber keinen Einfluss auf Status und Vertrauensnote. Wo Prüfungen andere Bedingungen gesehen haben, stehen hier die gesehenen.',
  howChecked: 'So werden Angebote geprüft',
  route: 'Methode und Pfad',
  network: 'Netzwerk',
  price: 'Preis pro Aufruf',
  seen: 'Was Prüfungen gesehen haben',
  checkedAt: 'Geprüft (UTC)',
  endpoint: 'der Endpunkt',
  never: 'nie',
};

export const offerOutcomes: typeof english.offerOutcomes = {
  unchecked: 'nicht geprüft',
  verified: 'wie angegeben',
  unseen: 'nicht gesehen',
};
