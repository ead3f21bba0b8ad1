import { type ProblemCode, problems } from '../../views/problem.ts';

/** What each refusal of the API means, and its cure; as the API says it. Code stands between backticks. */
export const problemTexts = Object.fromEntries(
  Object.entries(problems).map(([code, { title, cure }]) => [code, { title, cure }]),
) as Readonly<Record<ProblemCode, { readonly title: string; readonly cure: string }>>;

export const problemPage = {
  problems: 'Problems',
  code: 'Code',
  status: 'HTTP status',
  entries: 'The entries of errors',
  entriesHtml:
    'Each entry has a <code>pointer</code> to the value (RFC 6901), a <code>detail</code> about this case, and one of these codes. Some apply only to files in a pull request or to query parameters.',
};

export const problemListHtml: string =
  'Every error response of the API has one of these codes in <code>code</code>, and the URL of its page in <code>type</code>.';
