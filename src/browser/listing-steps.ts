import { handOverWords, restoreWords, takeBackWords, takeOverWords, withdrawWords } from '#texts/listings.ts';
import { dayText, minuteText } from '../texts/formats.ts';
import { acceptPath } from '../site/links.ts';
import { askAsOwner } from './as-owner.ts';
import { type Answer, ask, type Refusal } from './catalog-api.ts';
import type { Declaration } from './declaration.ts';
import { askBefore } from './dialog.ts';
import { copyable } from './copyable.ts';
import { foreign, make, timeOf } from './elements.ts';

/*
 * The steps of a listing's life that its owner is asked about before: withdrawing, restoring, handing over and taking over. Each resolves
 * with whether it was done.
 */

type Listing = Pick<Declaration, 'id' | 'name'>;

/** A service that was removed, as its 410 says it. */
interface Removed extends Listing {
  readonly restorableUntil: string;
}

export function withdraw({ id, name }: Listing): Promise<boolean> {
  return askBefore({
    title: withdrawWords.title,
    body: [
      make('p', {}, ...withdrawWords.leaves({ name: make('b', {}, foreign(name)) })),
      make('p', {}, withdrawWords.restorable),
    ],
    action: withdrawWords.action,
    isGrave: true,
    act: () => askAsOwner({ path: pathOf(id), method: 'DELETE' }),
  });
}

export function restore({ id, name, restorableUntil }: Removed): Promise<boolean> {
  return askBefore({
    title: restoreWords.title,
    body: [
      make('p', {}, ...restoreWords.returns({ name: make('b', {}, foreign(name)) })),
      make('p', {}, ...restoreWords.until({ time: timeOf(restorableUntil, minuteText(restorableUntil)) })),
    ],
    action: restoreWords.action,
    act: () => askAsOwner({ path: `${pathOf(id)}/restore`, method: 'POST' }),
  });
}

/** Offers a service to another owner, whom the dialog asks for. `warn` gets what may be wrong with the offer all the same. */
export function handOver({ id, name }: Listing, warn: (warning: string) => void): Promise<boolean> {
  const field = make('input', { id: 'new-owner', required: true, autocomplete: 'off', spellcheck: false });
  const label = make('label', { htmlFor: field.id, textContent: handOverWords.newOwner });
  const hint = make('p', { id: 'new-owner-hint', className: 'hint' }, handOverWords.hint);
  field.setAttribute('aria-describedby', hint.id);

  return askBefore({
    title: handOverWords.title,
    body: [
      make('p', {}, ...handOverWords.stays({ name: make('b', {}, foreign(name)) })),
      make('p', {}, handOverWords.ends),
      copyable(new URL(acceptPath(id), location.href).href, handOverWords.address),
      make('div', { className: 'field' }, label, hint, field),
    ],
    action: handOverWords.action,
    act: async () => {
      const answer = await transfer(id, { to: field.value.trim() });
      if ('body' in answer) for (const warning of answer.body.warnings ?? []) warn(warning);
      return answer;
    },
  });
}

/** An offer to oneself takes the one before back. */
export function takeBack({ id, name }: Listing, owner: string): Promise<boolean> {
  return askBefore({
    title: takeBackWords.title,
    body: [make('p', {}, ...takeBackWords.stays({ name: make('b', {}, foreign(name)) }))],
    action: takeBackWords.action,
    act: () => transfer(id, { to: owner }),
  });
}

export function takeOver({ id, name, owner, transfer: offer }: Declaration): Promise<boolean> {
  const who = { name: make('b', {}, foreign(name)), owner: foreign(owner ?? takeOverWords.nobody) };

  return askBefore({
    title: takeOverWords.title,
    body: [
      make(
        'p',
        {},
        ...(offer === undefined
          ? takeOverWords.offered(who)
          : takeOverWords.offeredUntil({ ...who, until: timeOf(offer.until, dayText(offer.until)) })),
      ),
      make('p', {}, takeOverWords.check),
    ],
    action: takeOverWords.action,
    act: () => transfer(id, { accept: true }),
  });
}

function transfer(id: string, body: object): Promise<Answer<{ readonly warnings?: readonly string[] }>> {
  return askAsOwner({ path: `${pathOf(id)}/transfer`, method: 'POST', body });
}

/** What is left of a service that was removed; undefined for one that is listed, or never was; a refusal where nobody can say. */
export async function findRemoved(id: string): Promise<Removed | { readonly refusal: Refusal } | undefined> {
  const answer = await ask({ path: pathOf(id) });
  if (!('refusal' in answer) || answer.refusal.status === 404) return undefined;
  if (answer.refusal.status !== 410) return answer;

  const { name = id, restorableUntil = '' } = answer.refusal;
  return { id, name, restorableUntil };
}

/** What a service declares, and the tag by which it is changed. */
export function fetchDeclaration(id: string): Promise<Answer<Declaration>> {
  return ask<Declaration>({ path: `${pathOf(id)}/declaration` });
}

/** The id in a text that somebody pasted: the id itself, or the address of the service's page. */
export function idIn(text: string): string {
  return /([a-z0-9-]+)\/?$/.exec(text.trim())?.[1] ?? '';
}

export function pathOf(id: string): string {
  return `/api/services/${encodeURIComponent(id)}`;
}
