import { sessionWords } from '#texts/listings.ts';
import './copy.ts';
import { minuteText } from '../texts/formats.ts';
import { askAsOwner, signedOutEvent } from './as-owner.ts';
import { saidOf } from './catalog-api.ts';
import { copyable } from './copyable.ts';
import { find, findAs, partsOf, say, timeOf } from './elements.ts';
import { endSession, savedSession, type Session } from './session.ts';
import { acceptKeys, offerWallets } from './sign-in.ts';
import { fromRoot, localPath } from '../texts/local-path.ts';

/*
 * "My listings": who signs in sees a view, chosen by the address: the list, `?edit=<id>` or `?claim=<id>`.
 */

/** Only a Tollbook server sends this header; a static host does not. */
const liveHeader = 'X-Catalog-Version';

/** Whose view is open. */
let shownTo: string | undefined;

const signedOut = find('#signed-out');
const signedIn = find('#signed-in');
const asked = new URLSearchParams(location.search);

offerWallets(enter);
acceptKeys(findAs(HTMLFormElement, '#key-form'), enter);
find('#sign-out').addEventListener('click', () => askHowToLeave());
document.addEventListener(signedOutEvent, () => {
  showSignIn();
  say(find('#sign-in-report'), 'wrong', sessionWords.signedOut);
});
start();

function start(): void {
  const session = savedSession();
  if (session) enter(session);
  else showSignIn();

  void isLive().then((live) => {
    find('#copy-notice').hidden = live;
  });
}

async function isLive(): Promise<boolean> {
  const answer = await fetch(fromRoot('/api/services?limit=1&fields=id'), { method: 'HEAD' }).catch(
    () => undefined,
  );

  // Without any answer there may still be a server.
  return answer?.headers.has(liveHeader) ?? true;
}

function showSignIn(): void {
  signedOut.hidden = false;
  signedOut.inert = false;
  signedIn.hidden = true;
}

/** Shows the view that the address asks for; one that is open already stays as it is for the same owner. */
function enter(session: Session): void {
  const { owner, expiresAt } = session;
  if (shownTo !== undefined && shownTo !== owner) {
    location.reload();
    return;
  }

  signedOut.hidden = true;
  signedIn.hidden = false;
  find('#owner').replaceChildren(copyable(owner, sessionWords.ownerId));
  find('#key-end').replaceChildren(
    ...(expiresAt === null ? [] : sessionWords.keyEnds({ end: timeOf(expiresAt, minuteText(expiresAt)) })),
  );
  if (shownTo === undefined) void openView(session);
  shownTo = owner;
}

async function openView(session: Session): Promise<void> {
  const edited = asked.get('edit');
  const claimed = asked.get('claim');
  find('#back').hidden = edited === null && claimed === null;

  if (edited !== null) await (await import('./edit-listing.ts')).openEditor(edited, session);
  else if (claimed !== null) await (await import('./claim-listing.ts')).openClaim(claimed, session);
  else await (await import('./owned-list.ts')).openList(session, asked.get('accept') ?? '');
}

/** A key that was made here is of no use after signing out; one that was pasted may be used elsewhere. */
function askHowToLeave(): void {
  const session = savedSession();
  if (!session) return;

  const dialog = findAs(HTMLDialogElement, '#leave');
  find('#leave-hint').textContent = session.isOwnMade ? sessionWords.ownKey : sessionWords.pastedKey;
  dialog.showModal();
  dialog.onclose = () => void leave(session, dialog.returnValue);
  dialog.returnValue = '';
}

async function leave({ id }: Session, choice: string): Promise<void> {
  if (choice === '') return;
  if (choice === 'revoke') {
    const answer = await askAsOwner({ path: `/api/keys/${id}`, method: 'DELETE' });
    const refusal = 'refusal' in answer ? answer.refusal : undefined;
    if (refusal && refusal.status !== 401) {
      say(find('#session-report'), 'wrong', ...partsOf(saidOf(refusal)));
      return;
    }
  }

  endSession();
  location.assign(localPath('/listings/'));
}
