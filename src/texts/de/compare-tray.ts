import type * as english from '../en/compare-tray.ts';

export const pickedText: typeof english.pickedText = (count, most) =>
  count === 1 ? 'Wählen Sie noch einen aus.' : `${String(count)} von ${String(most)} ausgewählt.`;

export const fullText: typeof english.fullText = (most) =>
  `Höchstens ${String(most)}: Entfernen Sie erst einen anderen.`;

export const compareLabel: typeof english.compareLabel = (count) => `${String(count)} vergleichen`;

export const removeLabel: typeof english.removeLabel = (name) => `${name} entfernen`;

export const tray: typeof english.tray = {
  label: 'Dienste zum Vergleichen',
  howMany: (most) => `2 bis ${String(most)} Dienste`,
  compare: 'Auswahl vergleichen',
  clear: 'Leeren',
};
