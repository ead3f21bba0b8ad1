/** One response of an operation of the API. */
export const apiAnswer = {
  example: 'Example',
  exampleOf: (status: string, operation: string): string =>
    `example of the response ${status} of ${operation}`,
};
