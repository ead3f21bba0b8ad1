/** The fields beside those of a registration: what each is for, where its label does not say it. */
export const furtherFields = {
  maintainers: 'Further owners who may change it, one per line.',
  offers:
    'Further routes, methods, networks and prices, as a JSON array of at most 30. Each has `method`, `network` and `pricing`, and may have `path` and `paymentAddress`.',
  request:
    'A request that reaches the paywall, as a JSON object: checks send its `method`, `query` and `body`.',
  message:
    'What its users should know. Its page and the API then say that it is deprecated; empty this field to take that back.',
  messageExample: 'Ends in March; use the new version.',
  noReplacement: 'None',
};
