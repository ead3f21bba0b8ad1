import type * as english from '../en/edit.ts';

export const editWords: typeof english.editWords = {
  belongsTo: (owner, claim) => [
    ...(owner === undefined
      ? ['Dieser Dienst hat keinen Anbieter']
      : ['Anbieter dieses Dienstes ist ', owner]),
    ', deshalb können Sie ihn nicht ändern. ',
    claim,
    '.',
  ],
  claimFirst: 'Wenn er Ihnen gehört, übernehmen Sie ihn zuerst',
  ready: (values) => `Bereit. Geändert: ${values}.`,
  nothingYet: 'Noch nichts.',
  nothingToSave: 'Es gibt nichts zu speichern: Alles ist so, wie es eingetragen ist.',
  moment: 'Einen Moment …',
  saved: 'Gespeichert. Laden Sie die Seite vor der nächsten Änderung neu.',
  committed: (page, history) => ['Gespeichert, als Commit in git. ', page, ' oder ', history, '.'],
  itsPage: 'Zur Seite des Dienstes',
  itsHistory: 'zu seinem Verlauf',
  changed: 'Der Eintrag hat sich geändert, seit Sie ihn geöffnet haben: Wählen Sie oben, wie es weitergeht.',
  changedMeanwhile: 'Inzwischen geändert',
  applyMine: 'Meine Änderung darauf anwenden',
  dropMine: 'Meine Änderung verwerfen',
  nothingEdited: 'Geändert wurde nur, was dieses Formular nicht zeigt.',
  bothChanged: 'Das haben auch Sie geändert, und Ihr Wert würde gelten:',
};
