import type * as english from '../en/api-answer.ts';

export const apiAnswer: typeof english.apiAnswer = {
  example: 'Beispiel',
  exampleOf: (status, operation) => `Beispiel der Antwort ${status} von ${operation}`,
};
