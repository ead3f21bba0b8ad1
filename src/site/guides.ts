/** The guides of the documents, as their own page and the palette of commands list them. */
export const guides = [
  {
    href: '/docs/buyers/',
    title: 'For buyers',
    text: 'How to choose a service, what its status and score mean, and how to pay it.',
  },
  {
    href: '/docs/owners/',
    title: 'For owners',
    text: 'How to list a service, prove that it is yours, and keep the listing true, in a terminal or from a repository.',
  },
  {
    href: '/docs/scanners/',
    title: 'For scanners',
    text: 'How to get the whole catalog for free, and how to keep a copy of it fresh.',
  },
  {
    href: '/docs/agents/',
    title: 'For agents',
    text: 'How a program finds a service with a sentence, and why it must not trust what it reads.',
  },
  {
    href: '/docs/probing/',
    title: 'How services are checked',
    text: 'What Tollbook requests from an endpoint, what each response means, and how to opt out.',
  },
  {
    href: '/docs/payments/',
    title: 'How payments are counted',
    text: 'Which transfers on chain are payments, whose they are, and how buyers change the trust score.',
  },
  {
    href: '/docs/security/',
    title: 'Security',
    text: 'What the catalog protects against, what it does not, and how to report a vulnerability.',
  },
  {
    href: '/docs/api/',
    title: 'API reference',
    text: 'Every path with its parameters, bodies and responses.',
  },
  { href: '/problems/', title: 'Problems', text: 'Every error of the API, and what to do about it.' },
] as const;
