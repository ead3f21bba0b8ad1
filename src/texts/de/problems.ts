import { twinAccounts } from '../../domain/signer.ts';
import type * as english from '../en/problems.ts';

export const problemTexts: typeof english.problemTexts = {
  path_unknown: {
    title: 'Unter diesem Pfad gibt es nichts',
    cure: 'Alle Pfade dieser API stehen in /openapi.json.',
  },
  method_not_allowed: {
    title: 'Dieser Pfad kennt diese Methode nicht',
    cure: 'Verwenden Sie eine der Methoden im Header Allow.',
  },
  parameter_invalid: {
    title: 'Ein Parameter der Anfrage ist fehlerhaft',
    cure: 'Berichtigen Sie jeden Parameter, den `errors` nennt, oder lassen Sie ihn weg.',
  },
  unknown_parameter: {
    title: 'Dieser Pfad kennt einen Parameter der Anfrage nicht',
    cure: 'Schreiben Sie den Parameter, den `errors` stattdessen nennt, oder lassen Sie ihn weg. Namen, die mit `_` oder `utm_` beginnen, werden übergangen.',
  },
  service_unknown: {
    title: 'Diesen Dienst gibt es nicht',
    cure: 'Suchen Sie die ID mit GET /api/services?query=…; eine ID ändert sich nie.',
  },
  service_deleted: {
    title: 'Dieser Dienst wurde aus dem Katalog entfernt',
    cure: 'Entfernen Sie ihn aus Ihrer Kopie. Bis `restorableUntil` kann sein Anbieter ihn mit POST /api/services/{id}/restore wiederherstellen, außer wenn der Betreiber ihn entfernt hat.',
  },
  unauthorized: {
    title: 'Ein gültiger API-Schlüssel ist nötig',
    cure: 'Senden Sie `Authorization: Bearer <key>` mit einem Schlüssel, der weder abgelaufen noch widerrufen ist. Einen neuen gibt es mit POST /api/keys oder vom Betreiber dieses Katalogs.',
  },
  scope_missing: {
    title: 'Dieser Schlüssel darf das nicht',
    cure: 'Verwenden Sie einen Schlüssel, der darf, was `scope` nennt. Schlüssel, die Anbieter selbst erstellen, dürfen schreiben (`write`); Schlüssel für den Betrieb (`operate`) erstellt der Betreiber.',
  },
  host_blocked: {
    title: 'Der Betreiber hat diesen Host gesperrt',
    cure: 'Der Grund steht in `reason`. Schreiben Sie dem Betreiber dieses Katalogs.',
  },
  owner_blocked: {
    title: 'Der Betreiber hat diesen Anbieter gesperrt',
    cure: 'Der Grund steht in `reason`. Schreiben Sie dem Betreiber dieses Katalogs.',
  },
  key_unknown: {
    title: 'Diesen Schlüssel haben Sie nicht',
    cure: 'Ihre Schlüssel zeigt GET /api/keys.',
  },
  self_service_off: {
    title: 'Anbieter können sich hier nicht selbst Schlüssel geben',
    cure: 'Bitten Sie den Betreiber dieses Katalogs um einen Schlüssel.',
  },
  challenge_invalid: {
    title: 'Für dieses Konto gibt es keine Nachricht zum Signieren',
    cure: `Senden Sie \`{"account": "eip155:8453:0x…"}\`, ein CAIP-10-Konto auf einer EVM-Chain oder auf ${twinAccounts.join(' oder ')}.`,
  },
  key_request_invalid: {
    title: 'Die Anfrage nach einem Schlüssel verletzt die Regeln',
    cure: 'Senden Sie `{"message": …, "signature": …}` für eine Wallet oder `{"oidcToken": …}` für einen Workflow.',
  },
  signature_invalid: {
    title: 'Die Signatur beweist nicht, wer Sie sind',
    cure: 'Holen Sie mit POST /api/challenges eine neue Nachricht; signieren und senden Sie sie unverändert innerhalb von 5 Minuten.',
  },
  token_invalid: {
    title: 'Das Token beweist nicht, wer Sie sind',
    cure: 'Holen Sie beim Anbieter Ihres Workflows ein neues Token mit der URL dieser Website als Audience, und senden Sie es sofort.',
  },
  too_many_keys: {
    title: 'Sie haben zu viele Schlüssel',
    cure: 'Widerrufen Sie mit DELETE /api/keys/{id}, was Sie nicht brauchen, oder warten Sie, bis Schlüssel ablaufen.',
  },
  webhook_invalid: {
    title: 'Der Webhook verletzt die Regeln',
    cure: 'Beheben Sie alles, was `errors` nennt; nur `url` ist Pflicht.',
  },
  webhook_unknown: {
    title: 'Diesen Webhook haben Sie nicht',
    cure: 'Ihre Webhooks zeigt GET /api/webhooks.',
  },
  webhook_off: {
    title: 'Dieser Webhook ist ausgeschaltet',
    cure: 'Schalten Sie ihn mit POST /api/webhooks/{id}/enable ein; das sendet auch, was nicht angenommen wurde.',
  },
  delivery_unknown: {
    title: 'Diese Zustellung hat der Webhook nicht',
    cure: 'Die letzten Zustellungen zeigt GET /api/webhooks/{id}; ältere sind nicht mehr gespeichert.',
  },
  too_many_webhooks: {
    title: 'Sie haben zu viele Webhooks',
    cure: 'Löschen Sie mit DELETE /api/webhooks/{id}, was Sie nicht brauchen. Ein Webhook kann alle Änderungen melden.',
  },
  media_type_unsupported: {
    title: 'Der Body muss JSON sein',
    cure: 'Senden Sie `Content-Type: application/json` und einen Body in UTF-8 ohne Content-Encoding.',
  },
  body_too_large: {
    title: 'Der Body ist zu groß',
    cure: 'Senden Sie höchstens 64 KiB.',
  },
  range_not_satisfiable: {
    title: 'Die Datei hat keinen solchen Teil',
    cure: 'Senden Sie eine Range innerhalb der Länge, die Content-Range nennt, oder keine für die ganze Datei.',
  },
  request_timeout: {
    title: 'Die Anfrage kam nicht rechtzeitig an',
    cure: 'Senden Sie die ganze Anfrage innerhalb von 10 Sekunden.',
  },
  request_malformed: {
    title: 'Die Anfrage ist kein gültiges HTTP',
    cure: 'Senden Sie eine wohlgeformte HTTP/1.1-Anfrage (RFC 9112).',
  },
  headers_too_large: {
    title: 'Anfragezeile und Header sind zu groß',
    cure: 'Senden Sie davon höchstens 16 KiB.',
  },
  body_not_json: {
    title: 'Der Body ist kein gültiges JSON',
    cure: 'Senden Sie ein JSON-Objekt in UTF-8, in dem jeder Schlüssel einmal vorkommt (RFC 8259, RFC 7493).',
  },
  registration_invalid: {
    title: 'Der Eintrag verletzt die Regeln des Katalogs',
    cure: 'Beheben Sie alles, was `errors` nennt; `?dryRun=true` prüft einen Body, ohne ihn einzutragen.',
  },
  batch_invalid: {
    title: 'Der Stapel verletzt die Regeln',
    cure: 'Senden Sie `{"services": [...]}` mit 1 bis 500 Einträgen.',
  },
  declaration_invalid: {
    title: 'Die Änderung verletzt die Regeln des Katalogs',
    cure: 'Beheben Sie alles, was `errors` nennt; `?dryRun=true` prüft eine Änderung, ohne sie vorzunehmen.',
  },
  not_owner: {
    title: 'Das darf nur der Anbieter',
    cure: 'Verwenden Sie einen Schlüssel des Anbieters; GET /api/services/{id}/declaration nennt ihn. Gehört der Dienst Ihnen, übernehmen Sie ihn.',
  },
  not_offered: {
    title: 'Dieser Dienst wurde Ihnen nicht angeboten',
    cure: 'Bitten Sie den Anbieter, `{"to": "<Ihr Anbieter>"}` an diesen Pfad zu senden. Ein Angebot gilt 7 Tage.',
  },
  precondition_failed: {
    title: 'Der Dienst hat sich geändert, seit Sie ihn zuletzt gesehen haben',
    cure: 'Rufen Sie GET /api/services/{id}/declaration noch einmal ab, und senden Sie das ETag als `If-Match`.',
  },
  log_absent: {
    title: 'Dieser Katalog führt kein Protokoll darüber, wer bezahlt wird',
    cure: 'Der Betreiber kann es beginnen, indem er signiert: SIGNING_KEY setzen.',
  },
  keys_absent: {
    title: 'Die Prüfungen dieses Katalogs sind nicht signiert',
    cure: 'Der Betreiber kann sie signieren lassen: PROBE_SIGNING_KEY setzen.',
  },
  tile_unknown: {
    title: 'Das Protokoll hat keine solche Kachel',
    cure: 'Rufen Sie /log/checkpoint noch einmal ab, und fragen Sie nach den Kacheln eines Protokolls dieser Größe.',
  },
  cursor_expired: {
    title: 'Der Änderungsverlauf geht an anderer Stelle weiter',
    cure: 'Einige Änderungen nach diesem Cursor sind nicht mehr gespeichert. Holen Sie GET /api/export.ndjson, und machen Sie mit dessen `X-Catalog-Cursor` weiter.',
  },
  restore_expired: {
    title: 'Dieser Dienst kann nicht mehr wiederhergestellt werden',
    cure: 'Tragen Sie seinen Endpunkt neu ein; er bekommt eine andere ID.',
  },
  service_listed: {
    title: 'Dieser Dienst steht im Katalog',
    cure: 'Es gibt nichts wiederherzustellen.',
  },
  endpoint_kept: {
    title: 'Dieser Endpunkt ist dem Anbieter eines entfernten Dienstes vorbehalten',
    cure: 'Sein Anbieter kann ihn wiederherstellen. Gehört der Endpunkt Ihnen, übernehmen Sie den Dienst, den `tombstone` nennt; sonst warten Sie bis zur Zeit in `until`.',
  },
  claim_invalid: {
    title: 'Die Anfrage zur Übernahme verletzt die Regeln',
    cure: 'Senden Sie `{"method": "wallet"}`, `"http"` oder `"dns"`, oder `{"method": "repository", "repository": "owner/name"}`, und sonst nichts.',
  },
  claim_unproven: {
    title: 'Der Nachweis wurde nicht gefunden',
    cure: 'Hinterlegen Sie, was `lookedFor` sagt, und senden Sie die Anfrage noch einmal; für jeden Dienst können Sie das 10-mal pro Stunde.',
  },
  outcome_invalid: {
    title: 'Die Aussage verletzt die Regeln',
    cure: 'Berichtigen Sie jeden Eintrag in `errors`; `network`, `tx` und `outcome` sind nötig.',
  },
  outcome_exists: {
    title: 'Das ist schon ausgesagt',
    cure: 'Siehe die Aussage in `id`. Innerhalb von 7 Tagen kann der Käufer sie mit `?replace=true` durch ein anderes Ergebnis ersetzen.',
  },
  tx_not_found: {
    title: 'Die Chain kennt diese Transaktion nicht, oder sie ist fehlgeschlagen',
    cure: 'Senden Sie den Hash der Transaktion, mit der gezahlt wurde, wie PAYMENT-RESPONSE ihn nennt, und das Netzwerk, auf dem sie steht.',
  },
  tx_not_to_seller: {
    title: 'Diese Transaktion ist keine x402-Zahlung an eine Wallet des Dienstes',
    cure: 'Vergleichen Sie `payTo` aus GET /api/services/{id}/observed mit dem Empfänger der Transaktion, und nennen Sie den Dienst, der bezahlt wurde.',
  },
  amount_not_asked: {
    title: 'Der Dienst hat zu dieser Zeit nicht diesen Betrag verlangt',
    cure: 'Nennen Sie den Dienst, dessen Preis gezahlt wurde; mehrere können eine Wallet teilen. Wurde mehr genommen als verlangt, sagen Sie `overcharged` aus.',
  },
  payer_is_payee: {
    title: 'Der Verkäufer hat sich selbst bezahlt',
    cure: 'Nur Käufer sagen aus. Auf Aussagen über Ihren Dienst antworten Sie mit POST /api/services/{id}/outcomes/{outcome}/reply.',
  },
  payer_funded_by_payee: {
    title: 'Die zahlende Wallet bekam ihr Geld vom Verkäufer',
    cure: 'Zahlen Sie von einer Wallet, deren Geld weder unmittelbar noch über eine weitere Wallet vom Verkäufer kommt.',
  },
  too_old: {
    title: 'Die Zahlung liegt zu lange zurück',
    cure: 'Sagen Sie innerhalb von 30 Tagen nach der Zahlung aus.',
  },
  signature_not_payers: {
    title: 'Die zahlende Wallet hat diese Aussage nicht unterschrieben',
    cure: 'Unterschreiben Sie den Text, den die Beschreibung dieser Operation in /openapi.json zeigt, mit der Wallet, die die Chain als Zahler nennt; oder lassen Sie `signature` weg.',
  },
  receipt_not_sellers: {
    title: 'Die bezahlte Wallet hat diesen Beleg nicht für diese Zahlung unterschrieben',
    cure: 'Senden Sie den Beleg der Erweiterung `offer-receipt`, wie er kam, im Format eip712, oder lassen Sie `receipt` weg.',
  },
  not_counted_here: {
    title: 'Zahlungen auf diesem Netzwerk werden hier nicht gezählt',
    cure: 'Ohne Zugang zu diesem Netzwerk lässt sich nichts prüfen. Sagen Sie bei einem anderen Katalog aus, oder bitten Sie den Betreiber, RPC_URL dafür zu setzen.',
  },
  outcome_unknown: {
    title: 'Über diesen Dienst gibt es keine solche Aussage',
    cure: 'Siehe GET /api/services/{id}/outcomes.',
  },
  reply_invalid: {
    title: 'Die Antwort verletzt die Regeln',
    cure: 'Senden Sie `{"reply": "delivered"}`, `"not_ours"` oder `{"reply": "refunded", "refundTx": …}`.',
  },
  reply_exists: {
    title: 'Auf diese Aussage wurde schon geantwortet',
    cure: 'Auf jede Aussage gibt es eine Antwort; sie bleibt.',
  },
  refund_not_found: {
    title: 'Die Chain zeigt diese Erstattung nicht',
    cure: 'Nennen Sie in `refundTx` eine endgültige Transaktion, mit der eine Wallet des Dienstes dem Käufer nach der Zahlung mindestens den Betrag im selben Token zurückzahlt; jede zählt einmal.',
  },
  claim_refused: {
    title: 'Ein anderer Anbieter hat nachgewiesen, dass dieser Dienst ihm gehört',
    cure: 'Der Nachweis aus `owner` wurde erneut geprüft und gilt. Weisen Sie den Host mit http oder dns nach, was mehr zählt als eine Wallet, oder bitten Sie den Anbieter, den Dienst zu übertragen.',
  },
  too_many_unverified: {
    title: 'Zu viele Dienste wurden nie bestätigt',
    cure: 'Lassen Sie zuerst einige durch Prüfungen bestätigen: Jeder muss mit 402 und den angegebenen Bedingungen antworten. Oder löschen Sie, was Sie nicht brauchen.',
  },
  validation_invalid: {
    title: 'Die Anfrage zur Prüfung verletzt die Regeln',
    cure: 'Beheben Sie alles, was `errors` nennt; nur `endpoint` ist Pflicht.',
  },
  endpoint_listed: {
    title: 'Dieser Endpunkt steht schon im Katalog',
    cure: 'Den Dienst nennt `existing`. Sein Anbieter kann ihn ändern; gehört er Ihnen, übernehmen Sie ihn.',
  },
  idempotency_key_invalid: {
    title: 'Der Idempotency-Key ist fehlerhaft',
    cure: 'Senden Sie 1 bis 255 druckbare ASCII-Zeichen, zum Beispiel eine UUID.',
  },
  idempotency_key_reused: {
    title: 'Dieser Idempotency-Key wurde schon mit einem anderen Body verwendet',
    cure: 'Verwenden Sie für jeden Eintrag einen neuen; denselben nur, um denselben Body noch einmal zu senden.',
  },
  too_many_requests: {
    title: 'Zu viele Anfragen',
    cure: 'Warten Sie so lange, wie Retry-After sagt. Den ganzen Katalog bekommen Sie mit einem Abruf von /api/export.',
  },
  commit_failed: {
    title: 'Der Eintrag konnte nicht committet werden',
    cure: 'Gespeichert wurde nichts. Senden Sie dieselbe Anfrage nach Retry-After noch einmal; ihr Idempotency-Key bleibt gültig.',
  },
  commit_unsettled: {
    title: 'Der Commit dauert zu lange und kann noch gelingen',
    cure: 'Senden Sie dieselbe Anfrage nach Retry-After noch einmal. Mit demselben Idempotency-Key bekommen Sie die erste Antwort, falls sie gespeichert wurde.',
  },
  unavailable: {
    title: 'Der Server kann gerade nicht antworten',
    cure: 'Versuchen Sie es nach Retry-After noch einmal.',
  },
  internal_error: {
    title: 'Bei uns ist etwas schiefgegangen',
    cure: 'Versuchen Sie es noch einmal. Bleibt der Fehler, melden Sie ihn mit der X-Request-Id dieser Antwort.',
  },
};

export const problemPage: typeof english.problemPage = {
  problems: 'Fehlermeldungen',
  code: 'Code',
  status: 'HTTP-Status',
  entries: 'Die Einträge von errors',
  entriesHtml:
    'Jeder Eintrag hat einen <code>pointer</code> auf den Wert (RFC 6901), ein <code>detail</code> zu diesem Fall und einen dieser Codes. Manche gibt es nur bei Dateien in einem Pull Request oder bei Parametern der Anfrage. Die Sätze stehen so da, wie die API sie sendet: auf Englisch.',
};

export const problemListHtml: typeof english.problemListHtml =
  'Jede Fehlerantwort der API trägt einen dieser Codes in <code>code</code> und die URL seiner Seite in <code>type</code>.';
