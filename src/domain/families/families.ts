import { algorand, algorandRules } from './algorand.ts';
import { aptos, aptosRules, sui, suiRules } from './move.ts';
import { eip155, eip155Rules } from './eip155.ts';
import { hedera, hederaRules } from './hedera.ts';
import { keeta, keetaRules } from './keeta.ts';
import { other, otherRules } from './other.ts';
import { solana, solanaRules } from './solana.ts';
import { stellar, stellarRules } from './stellar.ts';
import type { FamilyFacts, FamilyRules, Payer, Signing } from './family.ts';

/** All families, by the namespace of their networks' CAIP-2 ids. */
const facts = {
  eip155,
  solana,
  stellar,
  aptos,
  algorand,
  sui,
  hedera,
  keeta,
  other,
} as const satisfies Readonly<Record<string, FamilyFacts>>;

export type Family = keyof typeof facts;

const rules = {
  eip155: eip155Rules,
  solana: solanaRules,
  stellar: stellarRules,
  aptos: aptosRules,
  algorand: algorandRules,
  sui: suiRules,
  hedera: hederaRules,
  keeta: keetaRules,
  other: otherRules,
} as const satisfies Readonly<Record<Family, FamilyRules>>;

/** The families that can do something: those whose rules have this member. */
export type FamilyWith<Member extends keyof FamilyRules> = {
  [Each in Family]: (typeof rules)[Each] extends Readonly<Record<Member, unknown>> ? Each : never;
}[Family];

export const families = Object.keys(facts).filter(isFamily);

export function isFamily(text: string): text is Family {
  return Object.hasOwn(facts, text);
}

export function factsOf(family: Family): FamilyFacts {
  return facts[family];
}

export function rulesOf(family: Family): FamilyRules {
  return rules[family];
}

export function signingOf(family: FamilyWith<'signing'>): Signing {
  return rules[family].signing;
}

export function payerOf(family: FamilyWith<'payer'>): Payer {
  return rules[family].payer;
}

export function canDo<Member extends keyof FamilyRules>(
  family: Family,
  member: Member,
): family is FamilyWith<Member> {
  return Object.hasOwn(rules[family], member);
}

/** The families with this member, in the order of the list. */
export function familiesWith<Member extends keyof FamilyRules>(member: Member): FamilyWith<Member>[] {
  return families.filter((family) => canDo(family, member));
}
