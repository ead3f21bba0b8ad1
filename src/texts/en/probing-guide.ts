import { type Verdict, verdicts } from '../../domain/verdict.ts';

/** What each response means; the API says the same. */
export const verdictMeanings: Readonly<Record<Verdict, string>> = verdicts;

/** The command that checks an endpoint, for its label. */
export const validateName: string = 'the command to check an endpoint';
