import type * as english from '../en/document-search.ts';

export const foundText: typeof english.foundText = ({ count, isCut, query }) => {
  if (count === 0) return `Nichts gefunden für „${query}“`;
  if (isCut) return `Die ${String(count)} besten Treffer für „${query}“`;
  return `${String(count)} Treffer für „${query}“`;
};

export const allFoundText: typeof english.allFoundText = (count) => `Alle ${String(count)} Treffer`;

export const indexFailedText: typeof english.indexFailedText =
  'Die Suche konnte nicht geladen werden. Alle Seiten stehen im Inhalt der Doku.';

export const stopWords: typeof english.stopWords =
  'als am an auf aus bei bin das dem den der des die ein eine einen einer es für ich ihr im in ist kann man mein meine meinen meiner mich mir mit oder sich sie sind soll um und vom von wann warum was welche welcher welches wenn wer werden wie wird wo wozu zu zum zur';

export const wordEndings: typeof english.wordEndings = /en$|em$|e$|n$|(?<![aeious])s$/;
