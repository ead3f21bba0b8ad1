/** What a part of a trust score is based on, and what would raise it, in the words of the API. */
export { trustEvidence, trustStep } from '../../views/trust-evidence.ts';
