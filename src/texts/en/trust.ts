/** What a part of a trust score is based on, in the words of the API. */
export { trustEvidence } from '../../views/trust-evidence.ts';
