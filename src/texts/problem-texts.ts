import { problemCures, problemTitles } from '#texts/problems.ts';
import { twinAccounts } from '../domain/signer.ts';
import { type ProblemCode, problems } from '../views/problem.ts';
import { alternatives } from './formats.ts';
import { filled } from './message.ts';

interface ProblemText {
  readonly title: string;
  readonly cure: string;
}

const chains = alternatives(twinAccounts);

/** What each refusal of the API means, and its cure; in English as the API says it. Code stands between backticks. */
export const problemTexts = Object.fromEntries(
  Object.entries(problems).map(([code, { title, cure }]): [string, ProblemText] => [
    code,
    {
      title: filled(problemTitles[code] ?? title, {}),
      cure: filled(problemCures[code] ?? cure, { chains }),
    },
  ]),
) as Readonly<Record<ProblemCode, ProblemText>>;
