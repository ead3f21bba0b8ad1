import { keyWords } from '#texts/listings.ts';
import { dayText } from '../texts/formats.ts';
import { askAsOwner } from './as-owner.ts';
import { saidOf } from './catalog-api.ts';
import { askBefore } from './dialog.ts';
import { find, make, partsOf, say, timeOf } from './elements.ts';
import type { Session } from './session.ts';

/** A key as GET /api/keys answers it. */
interface OwnKey {
  readonly id: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

/** Lists the keys of the signed-in owner. */
export async function showKeys(session: Session): Promise<void> {
  const answer = await askAsOwner<readonly OwnKey[]>({ path: '/api/keys' });
  if ('refusal' in answer) {
    say(find('#keys-report'), 'wrong', ...partsOf(saidOf(answer.refusal)));
    return;
  }

  const working = answer.body.filter(isWorking);
  find('#keys').replaceChildren(...working.map((key) => rowOf(key, session)));
}

function isWorking({ revokedAt, expiresAt }: OwnKey): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());
}

function rowOf(key: OwnKey, session: Session): HTMLElement {
  const { id, createdAt, expiresAt } = key;
  const revoke = make('button', { type: 'button', textContent: keyWords.revoke });
  revoke.setAttribute('aria-label', keyWords.revokeKey({ id }));
  revoke.addEventListener('click', () => void askToRevoke(key, session));
  const end =
    expiresAt === null
      ? [keyWords.neverExpires]
      : keyWords.expiresOn({ day: timeOf(expiresAt, dayText(expiresAt)) });

  return make(
    'li',
    {},
    make(
      'span',
      {},
      make('code', { textContent: id }),
      id === session.id ? keyWords.inUse : '',
      make('small', {}, ...keyWords.madeOn({ day: timeOf(createdAt, dayText(createdAt)) }), ...end),
    ),
    revoke,
  );
}

/** Revoking the key in use ends the session at the next request, which `showKeys` makes. */
async function askToRevoke({ id }: OwnKey, session: Session): Promise<void> {
  const isOwn = id === session.id;
  const isDone = await askBefore({
    title: keyWords.title,
    body: [
      make('p', {}, ...keyWords.refused({ id: make('code', { textContent: id }) })),
      ...(isOwn ? [make('p', { textContent: keyWords.signsOut })] : []),
    ],
    action: keyWords.action,
    isGrave: true,
    act: () => askAsOwner({ path: `/api/keys/${id}`, method: 'DELETE' }),
  });

  if (isDone) await showKeys(session);
}
