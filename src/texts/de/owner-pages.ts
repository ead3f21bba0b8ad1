import { localPath } from '../local-path.ts';
import type * as english from '../en/owner-pages.ts';

export const registerPage: typeof english.registerPage = {
  title: 'Dienst eintragen',
  description:
    'Tragen Sie eine API ein, die pro Aufruf bezahlt wird: Formular ausfüllen, am Endpunkt prüfen, mit einem Schlüssel oder als Pull Request absenden.',
  lead: 'Das Eintragen ist kostenlos. Beschreiben Sie Ihren Dienst, prüfen Sie ihn an seinem Endpunkt, und senden Sie ihn mit einem API-Schlüssel oder als Pull Request ab. In beiden Fällen wird daraus eine JSON-Datei in git.',
  withoutScriptsHtml: `Das Formular braucht JavaScript. Ohne JavaScript tragen Sie Ihren Dienst <a href="${localPath('/docs/owners/#list')}">mit einer Anfrage</a> oder <a href="${localPath('/docs/owners/manage/#pull-request')}">mit einem Pull Request</a> ein.`,
  startOver: 'Neu beginnen',
  listIt: 'Eintragen',
  keyHint:
    'Melden Sie sich mit einer Wallet an, um einen Schlüssel zu bekommen: Dieser Tab behält ihn, bis Sie ihn schließen. Oder fügen Sie einen vorhandenen Schlüssel ein: Er wird nicht gespeichert.',
  signIn: 'Mit einer Wallet anmelden',
  key: 'API-Schlüssel',
  post: 'Mit dem Schlüssel eintragen',
  makeFile: 'Datei für einen Pull Request erstellen',
  preview: 'Vorschau',
  guideHtml: `<a href="${localPath('/docs/owners/')}">Die Anleitung für Anbieter</a> erklärt jedes Feld, und wie es auf der Kommandozeile geht.`,
};

export const pullRequestPart: typeof english.pullRequestPart = {
  title: 'Die Datei für einen Pull Request',
  place: 'Pfad im Repository: ',
  file: 'Datei',
  download: 'Datei herunterladen',
  open: 'Pull Request auf GitHub öffnen',
  withGit: 'Mit git',
  withGitHint:
    'Laden Sie die Datei herunter, führen Sie dann diese Befehle in einem Klon des Repositorys aus, und öffnen Sie einen Pull Request für den neuen Branch.',
  commands: 'Befehle',
};

export const registeredPart: typeof english.registeredPart = {
  title: 'Ihr Dienst ist eingetragen',
  committed: ' ist in git gespeichert, und alle können ihn jetzt finden. So geht es weiter:',
  seePage: 'Sehen Sie sich seine Seite an',
  check:
    '. Tollbook prüft ihn innerhalb von 15 Minuten; wenn seine 402-Antwort verlangt, was Sie angeben, ist er bestätigt.',
  prove: 'Weisen Sie nach, dass er Ihnen gehört',
  proveWhy: ', damit ihn niemand sonst übernehmen kann.',
  badge: 'Zeigen Sie sein Badge auf Ihren Seiten, als Markdown:',
  badgeCode: 'Badge als Markdown',
  another: 'Weiteren Dienst eintragen',
};

export const formParts: typeof english.formParts = {
  where: 'Wo er ist',
  what: 'Was er ist',
  cost: 'Was er kostet',
  paid: 'Wer bezahlt wird',
  optional: 'optional',
  choose: 'Wählen …',
  problems: 'Probleme',
  checkNow: 'Jetzt prüfen',
  checkHint:
    'Tollbook fragt einmal an, ohne zu zahlen, wie später bei den Prüfungen. Preis, Netzwerk und Wallet lassen sich aus der Antwort übernehmen.',
};

export const listingsPage: typeof english.listingsPage = {
  title: 'Meine Einträge',
  description:
    'Für Anbieter: Dienste ändern, abkündigen, zurückziehen, wiederherstellen, übertragen und übernehmen.',
  lead: 'Ändern, übertragen oder übernehmen Sie Dienste, oder ziehen Sie sie zurück. Jede Änderung ist ein Commit in git, und alle können den Verlauf lesen.',
  withoutScriptsHtml: `Diese Seite braucht JavaScript. Ohne JavaScript <a href="${localPath('/docs/owners/')}">nehmen Sie die API</a>, die dasselbe kann.`,
  copy: 'Dies ist eine Kopie des Katalogs ohne Server. Einträge ändern Sie auf dem Server des Originals.',
  signedInAs: 'Angemeldet als ',
  signOut: 'Abmelden',
  all: 'Alle meine Einträge',
};

export const signInView: typeof english.signInView = {
  byWallet: 'Mit einer Wallet anmelden',
  byWalletHtml:
    'Ihre Wallet signiert eine Nachricht, und Sie bekommen einen Schlüssel für 30 Tage. Das kostet nichts, bewegt kein Guthaben und macht Sie zum Anbieter <code>wallet:&lt;Ihre Adresse&gt;</code>.',
  byKey: 'Oder einen Schlüssel einfügen',
  byKeyHtml: `Vom Betreiber dieses Katalogs, oder einen, den <a href="${localPath('/docs/owners/')}">eine Wallet anderer Art oder ein Workflow</a> über die API bekommen hat.`,
  key: 'API-Schlüssel',
  useKey: 'Mit dem Schlüssel anmelden',
  kept: 'Beide Schlüssel bleiben allein in diesem Tab (im Session Storage) und verschwinden, wenn Sie ihn schließen.',
  leave: 'Abmelden?',
  leaveHint: 'Dieser Tab vergisst den Schlüssel. ',
  revoke: 'Abmelden und Schlüssel widerrufen',
  keep: 'Nur abmelden',
  cancel: 'Abbrechen',
};

export const editView: typeof english.editView = {
  edit: 'Bearbeiten: ',
  thisService: 'dieser Dienst',
  outcome: 'Das würde gespeichert',
  save: 'Änderung speichern',
  preview: 'So sähe es aus',
};

export const claimView: typeof english.claimView = {
  claim: 'Übernehmen: ',
  thisService: 'dieser Dienst',
  how: 'Weisen Sie auf einem von drei Wegen nach, dass er Ihnen gehört. Der Server sucht den Nachweis, wenn Sie auf den Knopf drücken, höchstens 10-mal pro Stunde und Dienst.',
};

export const listView: typeof english.listView = {
  yours: 'Ihre Dienste',
  registerAnother: 'Weiteren eintragen',
  filter: 'Nach Namen filtern',
  noneHtml: `Sie haben noch keine Dienste. <a href="${localPath('/register/')}">Tragen Sie einen ein</a>, oder übernehmen Sie unten einen.`,
  id: 'ID oder Adresse seiner Seite',
  claim: 'Dienst übernehmen',
  claimHint:
    'Für einen Dienst, den nicht Sie eingetragen haben: Weisen Sie nach, dass sein Host oder seine Wallet Ihnen gehört.',
  claimIt: 'Übernehmen',
  takeOver: 'Angebotenen Dienst annehmen',
  takeOverHint:
    'Für einen Dienst, den sein Anbieter Ihnen übertragen will: Nehmen Sie ihn innerhalb von 7 Tagen an.',
  seeOffer: 'Angebot ansehen',
  restore: 'Dienst wiederherstellen',
  restoreHint:
    'Für einen Dienst, den Sie in den letzten 30 Tagen zurückgezogen haben. Was Sie in diesem Tab zurückgezogen haben, steht hier.',
  restoreIt: 'Wiederherstellen',
  keys: 'Ihre Schlüssel',
  keysHint: 'Ihre gültigen Schlüssel. Widerrufen Sie jeden, den Sie nicht kennen oder nicht brauchen.',
};
