/** The further offers of a service. */
export const offers = {
  heading: 'Further offers',
  about:
    'Other routes, methods, networks and prices that the owner declares. They are checked like the main one, but count neither for nor against status and trust score. Where they differ from what checks saw, the observed terms are shown.',
  howChecked: 'How offers are checked',
  route: 'Method and path',
  network: 'Network',
  price: 'Price per request',
  seen: 'What checks saw',
  checkedAt: 'Checked (UTC)',
  endpoint: 'the endpoint',
  never: 'never',
};

/** What the last check of an offer found. */
export const offerOutcomes = {
  unchecked: 'not checked',
  verified: 'as declared',
  unseen: 'not seen',
};
