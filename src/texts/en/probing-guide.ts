import { type Verdict, verdicts } from '../../domain/verdict.ts';

/** What each response means; the API says the same. */
export const verdictMeanings: Readonly<Record<Verdict, string>> = verdicts;

interface AnswerMeaning {
  readonly answer: string;
  readonly verdict: string;
  readonly note: string;
}

export const answerTable = {
  caption: 'Answers of sellers',
  answer: 'It answers',
  verdict: 'Verdict',
  note: 'Because',
};

/** What the answers of sellers mean, in the order in which they are read. */
export const answerMeanings: readonly AnswerMeaning[] = [
  {
    answer: '402 with the terms in the header PAYMENT-REQUIRED (version 2), or in the body (version 1)',
    verdict: 'verified, or what differs',
    note: 'Clients read these two. Members that no client needs, such as a description, may be missing.',
  },
  {
    answer: '402 with a header that nobody can read, beside a good body of version 1',
    verdict: 'verified, or what differs',
    note: 'Clients of version 1 pay it; a remark says that those of version 2 cannot.',
  },
  {
    answer: '402 with the terms of version 2 in the body alone',
    verdict: 'malformed',
    note: 'No client looks there.',
  },
  {
    answer: 'Good entries of accepts beside odd ones',
    verdict: 'verified, or what differs',
    note: 'Each entry is read by itself. A remark names each odd one.',
  },
  {
    answer: 'Entries without name and version of the token, or without feePayer on Solana',
    verdict: 'verified, or what differs',
    note: 'A remark says that clients cannot sign.',
  },
  {
    answer: 'A wallet with a wrong EIP-55 checksum',
    verdict: 'verified, or what differs',
    note: 'Clients correct it and pay. A remark says that a letter may be mistyped.',
  },
  {
    answer: 'Version 1 with the CAIP-2 id of a network, or version 2 with its name, alone',
    verdict: 'malformed',
    note: 'Clients look up networks by name in version 1, and by CAIP-2 id in version 2.',
  },
  {
    answer: 'Another scheme than exact alone, such as upto',
    verdict: 'unread',
    note: 'Its amount is no price. Wallet and network are compared. Offer exact beside it.',
  },
  {
    answer: 'A network id that cannot be read, or in version 1 a name that its clients do not know, alone',
    verdict: 'unread',
    note: 'Use version 2 with a CAIP-2 id.',
  },
  {
    answer: 'MPP, L402, Cloudflare, AWS Marketplace or cards alone',
    verdict: 'unread',
    note: 'Only x402 is compared; the others are listed.',
  },
  {
    answer: 'Empty accepts with sign-in-with-x',
    verdict: 'unread',
    note: 'It needs a wallet sign-in, and is free.',
  },
  {
    answer: '400, 411, 415 or 422',
    verdict: 'unread',
    note: 'It needs input before it asks for payment: declare request.',
  },
  {
    answer: '405',
    verdict: 'unread',
    note: 'It needs another method. PUT and PATCH are tried where Allow names them; else declare request.',
  },
  { answer: '2xx with data', verdict: 'unread', note: 'It is free now, as before a quota is used.' },
  { answer: '200 of an MCP tool that has to be paid', verdict: 'unread', note: 'Checks call no tools.' },
  {
    answer: '403, 429, or a page of a bot protection with any status',
    verdict: 'blocked',
    note: 'It keeps checks away.',
  },
  {
    answer: 'A page, an empty answer, 401, 404, 410, 5xx',
    verdict: 'not_402',
    note: 'It shows no sign of a service. After a 404, the path is asked with a slash at its end, and code on its page keeps the slash that was needed.',
  },
  { answer: 'Nothing', verdict: 'unreachable', note: 'There was no HTTP answer.' },
];

/** The command that checks an endpoint, for its label. */
export const validateName: string = 'the command to check an endpoint';
