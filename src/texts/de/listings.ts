import type * as english from '../en/listings.ts';

export const sessionWords: typeof english.sessionWords = {
  signedOut: 'Ihr Schlüssel ist abgelaufen oder wurde widerrufen. Melden Sie sich wieder an.',
  ownerId: 'Ihre Anbieter-ID',
  keyEnds: (end) => ['Der Schlüssel gilt bis ', end, '.'],
  ownKey:
    'Dieser Schlüssel wurde für diesen Tab erstellt. Widerrufen Sie ihn, wenn Sie ihn nicht anderswo verwenden.',
  pastedKey: 'Sie haben diesen Schlüssel eingefügt. Behalten Sie ihn, wenn ihn noch etwas anderes verwendet.',
};

export const copyWords: typeof english.copyWords = {
  copy: 'Kopieren',
  copyIt: (what) => `${what} kopieren`,
};

export const backToListings: typeof english.backToListings = 'Ihre Einträge';

export const listWords: typeof english.listWords = {
  changedOn: (day) => ['Geändert am ', day],
  edit: 'Bearbeiten',
  handOver: 'Übertragen',
  withdraw: 'Zurückziehen',
  takeBack: 'Zurücknehmen',
  restore: 'Wiederherstellen',
  prove: 'Jetzt nachweisen',
  offered: 'Angeboten.',
  takenBack: 'Das Angebot ist zurückgenommen.',
  withdrawn: (name) => [name, ' ist zurückgezogen.'],
  restored: (name) => [name, ' ist wieder eingetragen.'],
  yoursNow: (name) => [name, ' gehört jetzt Ihnen.'],
  notOffered: (name) => [
    name,
    ' wurde Ihnen nicht angeboten. Nennen Sie dem Anbieter Ihre Anbieter-ID, die oben steht.',
  ],
  needsId: 'Geben Sie die ID des Dienstes oder die Adresse seiner Seite ein.',
  notWithdrawn:
    'Mit dieser ID wurde kein Dienst zurückgezogen. Sehen Sie auf seiner Seite oder in Ihren Unterlagen nach.',
  actionOn: (action, name) => `${name}: ${action}`,
};

export const concernWords: typeof english.concernWords = {
  unprobed: 'In seiner Datei sind Prüfungen abgeschaltet.',
  unchecked: 'Er wurde noch nicht geprüft.',
  lastCheck: 'Letzte Prüfung:',
  offered: (to, day) => `Bis ${day} an ${to} angeboten.`,
  unproven: 'Es ist nicht nachgewiesen, wem er gehört: Wer es nachweist, kann ihn übernehmen.',
  stale: (method, day) => `Der Nachweis (${method}) ist nicht mehr zu finden; zuletzt war er am ${day} da.`,
  deprecated: (message) => `Abgekündigt: ${message}`,
};

export const keyWords: typeof english.keyWords = {
  revoke: 'Widerrufen',
  revokeKey: (id) => `Schlüssel ${id} widerrufen`,
  inUse: ', den Sie gerade verwenden',
  madeOn: (day) => ['Erstellt am ', day, ', '],
  expiresOn: (day) => ['läuft ab am ', day],
  neverExpires: 'läuft nie ab',
  title: 'Diesen Schlüssel widerrufen?',
  refused: (id) => ['Was den Schlüssel ', id, ' verwendet, wird dann abgewiesen.'],
  signsOut: 'Sie sind mit ihm angemeldet und werden damit abgemeldet.',
  action: 'Widerrufen',
};

export const withdrawWords: typeof english.withdrawWords = {
  title: 'Diesen Dienst zurückziehen?',
  leaves: (name) => [name, ' verlässt den Katalog sofort: Wer danach fragt, bekommt 410 Gone.'],
  restorable:
    'Sie können ihn 30 Tage lang wiederherstellen, und niemand sonst kann in dieser Zeit seinen Endpunkt eintragen. Danach ist seine ID für immer verloren.',
  action: 'Zurückziehen',
};

export const restoreWords: typeof english.restoreWords = {
  title: 'Diesen Dienst wiederherstellen?',
  returns: (name) => [
    name,
    ' wird wieder so eingetragen, wie er war, und ist unbestätigt, bis er wieder geprüft ist.',
  ],
  until: (time) => ['Das geht bis ', time, '.'],
  action: 'Wiederherstellen',
};

export const handOverWords: typeof english.handOverWords = {
  title: 'Diesen Dienst übertragen?',
  newOwner: 'Neuer Anbieter',
  hint: 'So, wie er ihn selbst auf dieser Seite sieht: wallet:0x…, github:… oder ein Name.',
  stays: (name) => [name, ' bleibt Ihrer, bis der neue Anbieter annimmt. Dafür hat er 7 Tage.'],
  ends: 'Damit enden der Nachweis, wem er gehört, und die Rechte der Betreuer. Angenommen wird hier:',
  address: 'Adresse',
  action: 'Anbieten',
};

export const takeBackWords: typeof english.takeBackWords = {
  title: 'Angebot zurücknehmen?',
  stays: (name) => [name, ' bleibt Ihrer und kann nicht mehr angenommen werden.'],
  action: 'Zurücknehmen',
};

export const takeOverWords: typeof english.takeOverWords = {
  title: 'Diesen Dienst annehmen?',
  nobody: 'niemand',
  offered: (name, owner, until) => [
    name,
    ' (Anbieter: ',
    owner,
    ') wird Ihnen angeboten',
    ...(until === undefined ? [] : [', bis ', until]),
    '.',
  ],
  check: 'Prüfen Sie die Wallet, bevor Käufer an sie zahlen: Sie bleibt, wie angegeben, bis Sie sie ändern.',
  action: 'Annehmen',
};

export const differenceWords: typeof english.differenceWords = {
  removed: 'Entfernt',
  before: 'Vorher',
  added: 'Hinzugefügt',
  after: 'Nachher',
};
