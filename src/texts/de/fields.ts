import { mostCharacters } from '../../domain/text-lengths.ts';
import { groupThousands } from '../formats.ts';
import type * as english from '../en/fields.ts';
import { addressForms } from './families.ts';

export const fieldLabels: typeof english.fieldLabels = {
  endpoint: 'Endpunkt',
  name: 'Name',
  description: 'Beschreibung',
  category: 'Kategorie',
  docsUrl: 'Dokumentation',
  tags: 'Schlagwörter',
  'pricing.pricePerRequest': 'Preis pro Aufruf',
  'pricing.currency': 'Währung',
  'pricing.freeQuota': 'Freikontingent',
  price: 'Schwankender Preis',
  'x402Config.network': 'Netzwerk',
  'x402Config.paymentAddress': 'Wallet',
  maintainers: 'Betreuer',
  offers: 'Weitere Angebote',
  request: 'Beispielanfrage',
  'deprecated.message': 'Abkündigung',
  'deprecated.replacement': 'Nachfolger',
};

export const fieldHints: typeof english.fieldHints = {
  endpoint: 'Die URL, die Käufer aufrufen: https, auf einem öffentlichen Host, ohne Query.',
  name: 'Das Erste, was man von Ihrem Dienst liest.',
  description: 'Was Käufer bekommen, in wenigen Sätzen, für Menschen und Agenten.',
  docsUrl: 'Die Adresse, unter der Käufer lesen, wie man ihn benutzt.',
  tags: 'Bis zu 5 Wörter, unter denen man ihn findet, etwa weather, radar.',
  'pricing.pricePerRequest': 'In Einheiten der Währung, mit Dezimalpunkt.',
  'pricing.currency': 'Symbol des Tokens.',
  price:
    'Wenn er von Anfrage zu Anfrage schwankt: der niedrigste und der höchste Preis, als 0.001 – 0.126, oder `varies`.',
  'pricing.freeQuota': 'So viele Anfragen sind kostenlos.',
  'x402Config.paymentAddress': 'Die Adresse in diesem Netzwerk, an die gezahlt wird.',
};

export const fieldSentences: typeof english.fieldSentences = {
  endpoint: {
    required: () => 'Geben Sie die URL des Endpunkts ein.',
    endpoint_not_url: () =>
      'Geben Sie den Endpunkt als vollständige URL ein, etwa https://api.example.com/rain.',
    endpoint_too_long: () => 'Geben Sie einen kürzeren Endpunkt ein: höchstens 2.048 Zeichen.',
    endpoint_not_https: () => 'Der Endpunkt muss mit https:// beginnen.',
    endpoint_has_credentials: () =>
      'Entfernen Sie Benutzername und Passwort aus dem Endpunkt: Jeder kann ihn lesen.',
    endpoint_has_query: () => 'Entfernen Sie die Query aus dem Endpunkt: alles ab dem „?“.',
    endpoint_has_fragment: () => 'Entfernen Sie das Fragment aus dem Endpunkt: alles ab dem „#“.',
    endpoint_not_public: () => 'Geben Sie einen Endpunkt ein, den Käufer im Internet erreichen.',
    endpoint_listed: () => 'Dieser Endpunkt ist schon eingetragen.',
    endpoint_kept: () => 'Dieser Endpunkt ist für den Anbieter eines entfernten Dienstes reserviert.',
  },
  name: {
    required: () => 'Geben Sie einen Namen ein.',
    text_empty: () => 'Geben Sie einen Namen ein, den man sehen kann.',
    text_too_long: ({ length }) =>
      `Kürzen Sie den Namen auf ${mostCharacters.name} Zeichen; er hat ${groupThousands(length)}.`,
    text_hidden_character: ({ hidden }) => `Entfernen Sie das unsichtbare Zeichen ${hidden} aus dem Namen.`,
  },
  description: {
    required: () => 'Geben Sie eine Beschreibung ein.',
    text_empty: () => 'Geben Sie eine Beschreibung ein, die man sehen kann.',
    text_too_long: ({ length }) =>
      `Kürzen Sie die Beschreibung auf ${groupThousands(mostCharacters.description)} Zeichen; sie hat ${groupThousands(length)}.`,
    text_hidden_character: ({ hidden }) =>
      `Entfernen Sie das unsichtbare Zeichen ${hidden} aus der Beschreibung.`,
  },
  category: {
    required: () => 'Wählen Sie eine Kategorie.',
    category_unknown: () => 'Wählen Sie eine Kategorie aus der Liste.',
  },
  docsUrl: {
    docs_url_invalid: () => 'Geben Sie die Dokumentation als ganze URL an, die mit https:// beginnt.',
  },
  tags: {
    tag_invalid: () =>
      'Schreiben Sie jedes Schlagwort in Kleinbuchstaben, Ziffern und Bindestrichen, höchstens 32.',
    too_many_tags: () => 'Geben Sie höchstens 5 Schlagwörter an.',
  },
  'pricing.pricePerRequest': {
    required: () => 'Geben Sie den Preis ein, etwa 0.005.',
    price_not_decimal: () => 'Geben Sie den Preis als Zahl mit Dezimalpunkt ein, etwa 0.005.',
    price_outside_range: () =>
      'Geben Sie einen Preis innerhalb der Spanne des schwankenden Preises ein, oder ändern Sie die Spanne.',
  },
  'pricing.currency': {
    required: () => 'Geben Sie die Währung ein, etwa USDC.',
    currency_invalid: () => 'Geben Sie die Währung mit 2 bis 12 Großbuchstaben oder Ziffern an, etwa USDC.',
  },
  'pricing.freeQuota': {
    free_quota_invalid: () =>
      'Geben Sie das Freikontingent als ganze Zahl an, etwa 100, oder lassen Sie das Feld leer.',
    unreadable: () => 'Geben Sie das Freikontingent in Ziffern an, etwa 100, oder lassen Sie das Feld leer.',
  },
  price: {
    price_range_invalid: () =>
      'Geben Sie den schwankenden Preis als 0.001 – 0.126 an, den niedrigeren zuerst, oder als „varies“, oder lassen Sie das Feld leer.',
  },
  'x402Config.network': {
    required: () => 'Wählen Sie ein Netzwerk.',
    network_unknown: () => 'Wählen Sie ein Netzwerk aus der Liste.',
  },
  'x402Config.paymentAddress': {
    required: () => 'Geben Sie die Adresse der Wallet ein.',
    address_malformed: ({ network, family }) =>
      `Das ist keine Adresse in ${network}. Erwartet wird: ${addressForms[family]}.`,
    address_checksum: () =>
      'Die Prüfsumme der Wallet stimmt nicht: Vielleicht ist ein Buchstabe vertippt. Kopieren Sie die Adresse noch einmal.',
    address_burn: () =>
      'Diese Adresse gehört niemandem: Zahlungen dorthin sind verloren. Geben Sie Ihre eigene Wallet ein.',
  },
  maintainers: {
    owner_invalid: ({ line }) =>
      `„${line}“ ist kein Anbieter. Schreiben Sie einen pro Zeile, etwa github:9919.`,
    too_many_maintainers: () => 'Nennen Sie höchstens 20 Betreuer.',
  },
  offers: {
    unreadable: () => 'Die weiteren Angebote sind kein JSON:',
    wrong_type: () => 'Schreiben Sie die weiteren Angebote als JSON-Array, in eckigen Klammern.',
    too_many_offers: () =>
      'Nennen Sie höchstens 30 weitere Angebote, und tragen Sie die übrigen als eigene Dienste ein.',
    null_unsayable: () =>
      'Lassen Sie in den weiteren Angeboten weg, was null ist: Es lässt sich nicht speichern.',
    inside: ({ entry }) => `Weiteres Angebot ${entry}:`,
  },
  request: {
    unreadable: () => 'Die Beispielanfrage ist kein JSON:',
    wrong_type: () => 'Schreiben Sie die Beispielanfrage als JSON-Objekt, in geschweiften Klammern.',
    request_too_large: () => 'Kürzen Sie die Beispielanfrage auf 4.096 Zeichen.',
    null_unsayable: () =>
      'Lassen Sie in der Beispielanfrage weg, was null ist: Es lässt sich nicht speichern.',
    inside: () => 'Beispielanfrage:',
  },
  'deprecated.message': {
    required: () => 'Schreiben Sie, was Nutzer wissen sollten, oder wählen Sie keinen Nachfolger.',
    text_empty: () => 'Schreiben Sie in sichtbaren Zeichen, was Nutzer wissen sollten.',
    text_too_long: ({ length }) =>
      `Kürzen Sie die Abkündigung auf ${mostCharacters.deprecation} Zeichen; sie hat ${groupThousands(length)}.`,
    text_hidden_character: ({ hidden }) =>
      `Entfernen Sie das unsichtbare Zeichen ${hidden} aus der Abkündigung.`,
  },
  'deprecated.replacement': {
    replacement_unknown: () =>
      'Wählen Sie als Nachfolger einen anderen Dienst, den Sie selbst eingetragen haben.',
    id_invalid: () => 'Wählen Sie einen Nachfolger aus der Liste.',
  },
};

export const insideSentences: typeof english.insideSentences = {
  required: ({ member }) => `Ergänzen Sie „${member}“.`,
  wrong_type: ({ member }) => `„${member}“ hat den falschen JSON-Typ.`,
  unknown_field: ({ member }) => `Das Feld „${member}“ gibt es nicht. Entfernen oder berichtigen Sie es.`,
  not_in_list: ({ member }) => `Der Wert von „${member}“ ist hier nicht erlaubt.`,
  text_empty: ({ member }) => `„${member}“ ist leer oder unsichtbar.`,
  text_too_long: ({ member }) => `Kürzen Sie „${member}“.`,
  text_hidden_character: ({ member }) => `Entfernen Sie die unsichtbaren Zeichen aus „${member}“.`,
  method_invalid: ({ member }) =>
    `„${member}“ muss GET, POST, PUT, PATCH oder DELETE sein, oder lassen Sie es weg.`,
  path_invalid: ({ member }) =>
    `„${member}“ muss ein Pfad unterhalb des Endpunkts sein, höchstens 255 Zeichen lang, etwa /cities/{city}.`,
  network_unknown: ({ member }) =>
    `„${member}“ ist weder ein bekanntes Netzwerk noch eine CAIP-2-ID. Schreiben Sie etwa base oder eip155:8453.`,
  price_not_decimal: ({ member }) => `Schreiben Sie „${member}“ als Zahl mit Dezimalpunkt, etwa 0.001.`,
  currency_invalid: ({ member }) =>
    `Schreiben Sie „${member}“ mit 2 bis 12 Großbuchstaben oder Ziffern, etwa USDC.`,
  free_quota_invalid: ({ member }) => `Schreiben Sie „${member}“ als ganze Zahl, etwa 100.`,
  address_malformed: ({ member }) => `„${member}“ ist keine Adresse in diesem Netzwerk.`,
  address_checksum: ({ member }) =>
    `Die Prüfsumme von „${member}“ stimmt nicht. Kopieren Sie die Adresse noch einmal.`,
  address_burn: ({ member }) =>
    `„${member}“ gehört niemandem: Zahlungen dorthin sind verloren. Schreiben Sie die Adresse Ihrer eigenen Wallet.`,
  request_body_needs_method: () =>
    'Anfragen mit dieser Methode haben keinen Body. Schreiben Sie POST, PUT, PATCH oder DELETE.',
};
