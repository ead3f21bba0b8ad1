/** What the score of a service that is gone is multiplied with, in every search: it is found, after those that fit nearly as well. */
export const goneFactor = 0.5;
