import type * as english from '../en/history.ts';
import { counted } from '../formats.ts';
import { nouns } from './nouns.ts';

export const history: typeof english.history = {
  title: (name, page) => `Verlauf von ${name}${page === 1 ? '' : `, Seite ${String(page)}`}`,
  description: 'Jede Änderung an den Angaben des Anbieters, aus den Commits des Katalogs.',
  heading: (name) => ['Verlauf von ', name],
  removed: 'Dieser Dienst wurde aus dem Katalog entfernt.',
  lead: (changes) =>
    `${counted(changes, nouns.change)} an den Angaben des Anbieters, neueste zuerst, jede davon ein Commit in git.`,
  checks: 'Was Prüfungen im Lauf der Zeit ergaben',
  incomplete: 'Die ersten Änderungen liegen diesem Server nicht vor.',
  owner: 'Anbieter:',
  nobody: 'niemand',
  by: 'Geändert vom Betreuer',
  commit: 'Commit',
  declaration: 'Die Angaben',
  asJson: 'Als JSON:',
  history: 'Verlauf',
};

export const changeHeadings: typeof english.changeHeadings = {
  created: (time) => ['Eingetragen am ', time],
  updated: (time) => ['Geändert am ', time],
  deleted: (time) => ['Entfernt am ', time],
  restored: (time) => ['Wiederhergestellt am ', time],
};

export const changedFields: typeof english.changedFields = {
  none: 'Die Angaben sind gleich geblieben: Nur die Form der Datei hat sich geändert, oder sie ist nicht lesbar.',
  removed: 'Entfernt',
  before: 'Vorher',
  added: 'Hinzugefügt',
  after: 'Nachher',
  further: (count) => `Dazu ${counted(count, nouns.furtherField)}, die im JSON stehen.`,
};
