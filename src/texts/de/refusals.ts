import type * as english from '../en/refusals.ts';

export const unreachable: typeof english.unreachable =
  'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.';
export const noServer: typeof english.noServer =
  'Hier antwortet kein Server: Dies ist eine Kopie des Katalogs, und dafür braucht es den Server des Originals.';
export const broken: typeof english.broken =
  'Der Server kann gerade nicht antworten. Versuchen Sie es in einer Minute noch einmal.';

export const waitNouns: typeof english.waitNouns = {
  second: ['Sekunde', 'Sekunden'],
  minute: ['Minute', 'Minuten'],
  hour: ['Stunde', 'Stunden'],
};

export const tryAgainIn: typeof english.tryAgainIn = (wait) => `Versuchen Sie es in ${wait} noch einmal.`;

export const refusalSentences: typeof english.refusalSentences = {
  service_unknown: 'Diesen Dienst gibt es nicht. Prüfen Sie die ID.',
  service_deleted: 'Dieser Dienst wurde aus dem Katalog entfernt.',
  unauthorized: 'Der Schlüssel gilt nicht: Er ist abgelaufen oder widerrufen. Melden Sie sich neu an.',
  host_blocked: 'Dieser Host ist vom Betreiber des Katalogs gesperrt. Wenden Sie sich an ihn.',
  owner_blocked: 'Dieser Anbieter ist vom Betreiber des Katalogs gesperrt. Wenden Sie sich an ihn.',
  key_unknown: 'Einen solchen Schlüssel haben Sie nicht.',
  self_service_off:
    'In diesem Katalog können Anbieter selbst keine Schlüssel erstellen. Bitten Sie den Betreiber um einen.',
  challenge_invalid: 'Für dieses Konto gibt es keine Nachricht zum Signieren. Wählen Sie ein anderes Konto.',
  key_request_invalid: 'Die Anfrage nach einem Schlüssel war ungültig.',
  signature_invalid: 'Die Signatur beweist nicht, wer Sie sind.',
  too_many_keys:
    'Sie haben zu viele Schlüssel. Widerrufen Sie nicht mehr benötigte, oder warten Sie, bis sie ablaufen.',
  body_too_large: 'Die Anfrage ist zu groß: höchstens 64 KiB.',
  request_timeout: 'Die Anfrage kam nicht rechtzeitig an. Versuchen Sie es noch einmal.',
  registration_invalid: 'Der Eintrag verstößt gegen die Regeln des Katalogs.',
  declaration_invalid: 'Die Änderung verstößt gegen die Regeln des Katalogs.',
  validation_invalid: 'Diese Angaben lassen sich nicht prüfen.',
  not_owner: 'Das darf nur der Anbieter. Wenn der Dienst Ihnen gehört, übernehmen Sie ihn.',
  not_offered: 'Dieser Dienst wurde Ihnen nicht angeboten. Ein Angebot gilt 7 Tage.',
  precondition_failed: 'Der Dienst hat sich inzwischen geändert. Laden Sie die Seite neu.',
  restore_expired:
    'Dieser Dienst lässt sich nicht mehr wiederherstellen. Tragen Sie seinen Endpunkt neu ein; er bekommt eine andere ID.',
  service_listed: 'Dieser Dienst ist eingetragen. Es gibt nichts wiederherzustellen.',
  endpoint_kept:
    'Dieser Endpunkt ist für den Anbieter eines entfernten Dienstes reserviert. Wenn er Ihnen gehört, übernehmen Sie den Dienst.',
  endpoint_listed: 'Dieser Endpunkt ist schon eingetragen.',
  claim_unproven:
    'Der Nachweis wurde nicht gefunden. Hinterlegen Sie ihn, und prüfen Sie dann noch einmal, höchstens 10-mal pro Stunde.',
  claim_refused:
    'Ein anderer Anbieter hat nachgewiesen, dass der Dienst ihm gehört, und sein Nachweis gilt noch. Weisen Sie den Host mit einer Datei oder per DNS nach, was mehr zählt als die Wallet, oder lassen Sie sich den Dienst übertragen.',
  too_many_unverified:
    'Zu viele Ihrer Dienste, oder zu viele auf diesem Host, wurden noch nie bestätigt. Lassen Sie zuerst einige durch Prüfungen bestätigen, oder ziehen Sie welche zurück.',
  too_many_requests: 'Von Ihnen oder Ihrer Adresse kamen zu viele Anfragen.',
  commit_failed: 'Der Katalog konnte das nicht speichern; nichts wurde geändert.',
  commit_unsettled: 'Das Speichern dauert zu lange und kann noch gelingen. Sehen Sie gleich nach.',
  unavailable: 'Der Server kann gerade nicht antworten.',
  internal_error: 'Bei uns ist etwas schiefgegangen. Versuchen Sie es noch einmal.',
};

export const problemSentences: typeof english.problemSentences = {
  account_malformed: 'Das Konto der Wallet ist ungültig.',
  account_family_unknown:
    'Signaturen dieser Chain werden hier nicht geprüft. Nehmen Sie ein Konto einer anderen, etwa einer EVM-Chain.',
  account_chain_malformed: 'Die Wallet nennt keine gültige Chain. Wählen Sie in ihr ein anderes Netzwerk.',
  account_address_malformed: 'Die Adresse der Wallet ist auf dieser Chain ungültig.',
  message_malformed: 'Das ist keine Nachricht zum Anmelden.',
  message_of_other_host: 'Die Nachricht ist für eine andere Website.',
  message_changed: 'Die Nachricht wurde verändert.',
  challenge_unknown: 'Die Nachricht wurde schon benutzt oder ist abgelaufen.',
  challenge_expired: 'Die Nachricht ist abgelaufen. Signieren Sie innerhalb von 5 Minuten.',
  signature_malformed: 'Die Wallet hat keine gültige Signatur geliefert.',
  signature_wrong:
    'Die Signatur gehört nicht zu diesem Konto. Die Wallet eines Smart Contracts muss auf einer Chain liegen, die dieser Katalog liest.',
  owner_invalid: 'Das ist kein Anbieter. Schreiben Sie ihn wie github:9919 oder wallet:0x….',
  required: 'Es fehlt eine Angabe.',
};
