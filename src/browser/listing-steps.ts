import { dayText, minuteText } from '../texts/formats.ts';
import { acceptPath } from '../site/links.ts';
import { askAsOwner } from './as-owner.ts';
import { type Answer, ask } from './catalog-api.ts';
import type { Declaration } from './declaration.ts';
import { askBefore } from './dialog.ts';
import { copyable, foreign, make, timeOf } from './elements.ts';

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
    title: 'Withdraw this service?',
    body: [
      make(
        'p',
        {},
        make('b', {}, foreign(name)),
        ' will leave the catalog at once: whoever asks for it gets 410 Gone.',
      ),
      make(
        'p',
        {},
        'You can restore it for 30 days, and nobody else can list its endpoint until then. After that, its id is gone for good.',
      ),
    ],
    action: 'Withdraw it',
    isGrave: true,
    act: () => askAsOwner({ path: pathOf(id), method: 'DELETE' }),
  });
}

export function restore({ id, name, restorableUntil }: Removed): Promise<boolean> {
  return askBefore({
    title: 'Restore this service?',
    body: [
      make(
        'p',
        {},
        make('b', {}, foreign(name)),
        ' will be listed again as it was, and unverified until it is checked again.',
      ),
      make('p', {}, 'It can be restored until ', timeOf(restorableUntil, minuteText(restorableUntil)), '.'),
    ],
    action: 'Restore it',
    act: () => askAsOwner({ path: `${pathOf(id)}/restore`, method: 'POST' }),
  });
}

/** Offers a service to another owner, whom the dialog asks for. */
export function handOver({ id, name }: Listing): Promise<boolean> {
  const field = make('input', { id: 'new-owner', required: true, autocomplete: 'off', spellcheck: false });
  const label = make('label', { htmlFor: field.id, textContent: 'New owner' });
  const hint = make(
    'p',
    { id: 'new-owner-hint', className: 'hint' },
    'As that owner sees it on this page: wallet:0x…, github:… or a name.',
  );
  field.setAttribute('aria-describedby', hint.id);

  return askBefore({
    title: 'Hand this service over?',
    body: [
      make(
        'p',
        {},
        make('b', {}, foreign(name)),
        ' stays yours until the new owner accepts, which has to be within 7 days.',
      ),
      make('p', {}, 'With that, its proof of ownership and its maintainers end. The new owner accepts here:'),
      copyable(new URL(acceptPath(id), location.href).href, 'the address'),
      make('div', { className: 'field' }, label, hint, field),
    ],
    action: 'Offer it',
    act: () => transfer(id, { to: field.value.trim() }),
  });
}

/** An offer to oneself takes the one before back. */
export function takeBack({ id, name }: Listing, owner: string): Promise<boolean> {
  return askBefore({
    title: 'Take the offer back?',
    body: [make('p', {}, make('b', {}, foreign(name)), ' stays yours, and can no longer be accepted.')],
    action: 'Take it back',
    act: () => transfer(id, { to: owner }),
  });
}

export function takeOver({ id, name, owner, transfer: offer }: Declaration): Promise<boolean> {
  const until = offer ? [' until ', timeOf(offer.until, dayText(offer.until))] : [];

  return askBefore({
    title: 'Take this service over?',
    body: [
      make(
        'p',
        {},
        make('b', {}, foreign(name)),
        ' belongs to ',
        foreign(owner ?? 'nobody'),
        ' and is offered to you',
        ...until,
        '.',
      ),
      make(
        'p',
        {},
        'Check its wallet before buyers pay it: it stays as it was declared until you change it.',
      ),
    ],
    action: 'Take it over',
    act: () => transfer(id, { accept: true }),
  });
}

function transfer(id: string, body: object): Promise<Answer<unknown>> {
  return askAsOwner({ path: `${pathOf(id)}/transfer`, method: 'POST', body });
}

/** What is left of a service that was removed; undefined for one that is listed, or never was. */
export async function findRemoved(id: string): Promise<Removed | undefined> {
  const answer = await ask({ path: pathOf(id) });
  if (!('refusal' in answer) || answer.refusal.status !== 410) return undefined;

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
