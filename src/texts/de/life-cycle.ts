import type * as english from '../en/life-cycle.ts';

export const lifeCycle: typeof english.lifeCycle = {
  title: 'Der Lebenslauf eines Dienstes',
  description: ({ failures, hoursUntilInactive, hoursOfPriceGrace }) =>
    `Ein neuer Dienst ist unbestätigt. Übereinstimmende Bedingungen machen ihn bestätigt. Eine andere Wallet, ein anderes Netzwerk oder ein anderer Token macht ihn sofort wieder unbestätigt, ein anderer Preis nach ${String(hoursOfPriceGrace)} Stunden. ${String(failures)} gescheiterte Prüfungen in Folge über mindestens ${String(hoursUntilInactive)} Stunden machen jeden Dienst inaktiv. Ein inaktiver Dienst ist wieder bestätigt, sobald seine Bedingungen übereinstimmen, und unbestätigt, wenn er mit anderen antwortet.`,
  unverified: 'unbestätigt',
  verified: 'bestätigt',
  inactive: 'inaktiv',
  termsMatch: 'Bedingungen gleich',
  termsDiffer: 'Bedingungen anders',
  answersAgain: ['antwortet wieder:', 'je nach Bedingungen'],
  fails: (failures, hours) => [`${String(failures)} Fehler in`, `${String(hours)} Stunden`],
};
