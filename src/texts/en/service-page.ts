import type { Worded } from '../worded.ts';

/** The page of one service. */
export const servicePage = {
  services: 'Services',
  littleHistory: ', from little history',
  wholeDescription: 'Whole description',
  addToComparison: 'Add to comparison',
  checks: 'What checks found',
  lastChecked: <T>(time: T): Worded<T> => ['Last checked on ', time, '.'],
  howChecked: 'How services are checked',
  similar: 'Similar services',
  compareSimilar: 'Compare them side by side',
  dates: <T>(listed: T, changed: T): Worded<T> => ['Listed on ', listed, ', last changed on ', changed, '.'],
  asJson: 'As JSON:',
  isSomethingWrong: 'Is something wrong with it?',
  report: 'Report this listing',
};

/** What the API says about a service, by the end of its path. */
export const jsonNames = {
  '': 'service',
  '/declaration': 'declaration',
  '/history': 'history',
  '/status': 'status',
  '/observed': 'observed',
  '/checks': 'checks',
  '/payments': 'payments',
  '/trust': 'trust',
};

export const trust = {
  heading: 'Trust score',
  ofHundred: 'of 100',
  about:
    "The score sums up what was observed; unknown parts give nothing. Neither an owner's words nor money paid to this catalog change it.",
  tooLittle: 'There is too little history yet for the score to mean much.',
  howCalculated: 'How it is calculated',
  points: (points: number, most: number): string => `${String(points)} of ${String(most)}`,
  unknown: 'unknown',
  next: (score: number, step: string): string => `What is missing to ${String(score)}: ${step}.`,
};

export const badge = {
  heading: 'For the owner: a badge',
  alt: 'Status on Tollbook',
  about: 'It always shows the current status, wherever you put it.',
  toCopy: 'badge as Markdown',
};

/** For search engines. */
export const priceOfOneRequest: string = 'Price of one request';

/** The page of a removed service. */
export const gonePage = {
  title: (name: string): string => `${name} is gone`,
  description: 'This service was removed from the catalog.',
  removed: <T>(day: T): Worded<T> => ['This service was removed from the catalog on ', day, '.'],
  reason: 'Reason:',
  restorable: <T>(restore: (words: string) => T, until: T): Worded<T> => [
    'Its owner can ',
    restore('restore it'),
    ' until ',
    until,
    '.',
  ],
  idIsKept: 'Its id is never given to another service.',
  changes: 'How it changed',
  allServices: 'All services',
};
