/** A timer for longer than this would go off at once. */
export const longestTimerMs = 2 ** 31 - 1;
