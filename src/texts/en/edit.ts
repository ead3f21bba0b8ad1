/*
 * What the form says in which an owner changes a listing. A part of a sentence is a text, or an element such as a name or a link.
 */

type Part = Node | string;

export const editWords = {
  belongsTo: (owner: Part | undefined, claim: Part): Part[] => [
    'This service belongs to ',
    owner ?? 'nobody',
    ', so you cannot change it. ',
    claim,
    '.',
  ],
  claimFirst: 'If it is yours, claim it first',
  ready: (values: string): string => `Ready: ${values} would change.`,
  nothingYet: 'Nothing yet.',
  nothingToSave: 'There is nothing to save: no value differs from what is listed.',
  moment: 'One moment …',
  saved: 'Saved. Load this page again before the next change.',
  committed: (page: Part, history: Part): Part[] => ['Saved, and committed. ', page, ' or ', history, '.'],
  itsPage: 'See its page',
  itsHistory: 'its history',
  changed: 'The listing changed since you opened it: choose above how to go on.',
  changedMeanwhile: 'Changed meanwhile',
  applyMine: 'Apply my change on top',
  dropMine: 'Drop my change',
  nothingEdited: 'Only parts changed that this form does not show.',
  /** Before the names of the fields. */
  bothChanged: 'You changed the same, and your value would win:',
};
