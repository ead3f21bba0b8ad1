/** Every search multiplies the score of an inactive service by this, so that it ranks below active ones that match nearly as well. */
export const inactiveScoreFactor = 0.5;
