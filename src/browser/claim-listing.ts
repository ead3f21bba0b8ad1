import { claimWords, fileWords, paidWalletWords, recordWords } from '#texts/claim.ts';
import { backToListings } from '#texts/listings.ts';
import { editPath, servicePath } from '../site/links.ts';
import { askAsOwner } from './as-owner.ts';
import { ask, type Refusal, saidOf } from './catalog-api.ts';
import type { Declaration } from './declaration.ts';
import { copyable } from './copyable.ts';
import { find, foreign, inEnglish, link, make, partsOf, say } from './elements.ts';
import { fetchDeclaration, findRemoved, idIn, pathOf, restore } from './listing-steps.ts';
import type { Session } from './session.ts';
import { localPath } from '../texts/local-path.ts';

/*
 * Claiming a listing: what to do for each of the three proofs, and a button that has the server look for it.
 */

type Method = 'http' | 'dns' | 'wallet';

/** What is known of the service that is claimed; of a removed one, its history tells the endpoint. */
interface Target {
  readonly id: string;
  readonly endpoint: URL;
}

interface Claimed {
  readonly owner: string;
  readonly proof: { readonly method: string; readonly evidence: string };
}

interface History {
  readonly changes: readonly {
    readonly fields: readonly { readonly pointer: string; readonly before: unknown }[];
  }[];
}

const view = find('#claim-view');
const standing = find('#claim-standing');

export async function openClaim(asked: string, session: Session): Promise<void> {
  const id = idIn(asked);
  view.hidden = false;
  const answer = await fetchDeclaration(id);
  if (!('refusal' in answer)) showListed(answer.body, session);
  else if (answer.refusal.status === 410) await showRemoved(id, session);
  else {
    say(
      standing,
      'wrong',
      ...partsOf(saidOf(answer.refusal)),
      ' ',
      link(localPath('/listings/'), backToListings),
    );
  }
}

function showListed({ id, name, endpoint, owner, proof }: Declaration, session: Session): void {
  find('#claimed').replaceChildren(link(servicePath(id), foreign(name)));
  const method = proof?.method ?? 'none';
  const whose =
    owner === undefined ? [claimWords.ownerless] : claimWords.belongsTo({ owner: foreign(owner), method });
  const edit = link(editPath(id), claimWords.edit);

  say(standing, 'fine', ...(owner === session.owner ? [claimWords.isYours({ method }), ' ', edit] : whose));
  showMethods({ id, endpoint: new URL(endpoint) }, session);
}

async function showRemoved(id: string, session: Session): Promise<void> {
  const removed = await findRemoved(id);
  if (!removed) return;
  if ('refusal' in removed) {
    say(standing, 'wrong', ...partsOf(saidOf(removed.refusal)));
    return;
  }

  find('#claimed').replaceChildren(foreign(removed.name));
  const button = make('button', { type: 'button', textContent: claimWords.restore });
  button.addEventListener('click', () => {
    void restore(removed).then((isDone) => {
      if (isDone) location.assign(servicePath(id));
    });
  });
  say(standing, 'fine', claimWords.withdrawn, ' ', button);
  const endpoint = await lastEndpoint(id);
  if (endpoint) showMethods({ id, endpoint }, session);
}

async function lastEndpoint(id: string): Promise<URL | undefined> {
  const answer = await ask<History>({ path: `${pathOf(id)}/history` });
  if ('refusal' in answer) return undefined;

  const fields = answer.body.changes.flatMap((change) => change.fields);
  const endpoint = fields.find(({ pointer, before }) => pointer === '/endpoint' && before !== null)?.before;
  return typeof endpoint === 'string' ? new URL(endpoint) : undefined;
}

function showMethods(target: Target, session: Session): void {
  const line = `owner=${session.owner} catalog=${view.dataset['catalog'] ?? location.host}`;
  const { origin, hostname } = target.endpoint;
  const file = `${origin}/.well-known/tollbook.txt`;

  find('#claim-methods').replaceChildren(
    methodPart(fileWords.title, [
      make('p', {}, fileWords.serve),
      copyable(line, fileWords.line),
      make('p', {}, fileWords.at),
      copyable(file, fileWords.address),
      ...checkOf(target, 'http', fileWords.check),
    ]),
    methodPart(recordWords.title, [
      make('p', {}, recordWords.add),
      copyable(`_tollbook.${hostname}`, recordWords.name),
      make('p', {}, recordWords.value),
      copyable(line, recordWords.copyValue),
      ...checkOf(target, 'dns', recordWords.check),
    ]),
    walletPart(target, session),
  );
}

/** Only an owner that is a wallet can prove that it is the one that is paid. */
function walletPart(target: Target, { owner }: Session): HTMLElement {
  const { title } = paidWalletWords;
  const address = /^wallet:(.+)$/.exec(owner)?.[1];
  if (address === undefined) {
    return methodPart(title, [make('p', {}, ...paidWalletWords.signIn({ owner: foreign(owner) }))]);
  }

  return methodPart(title, [
    make('p', {}, paidWalletWords.mustName),
    copyable(address, paidWalletWords.wallet),
    make('p', {}, paidWalletWords.isLess),
    ...checkOf(target, 'wallet', paidWalletWords.check),
  ]);
}

function methodPart(title: string, steps: readonly Node[]): HTMLElement {
  return make('section', { className: 'method' }, make('h3', { textContent: title }), ...steps);
}

/** A button that has the server look for a proof, and room for what it finds. */
function checkOf({ id }: Target, method: Method, action: string): HTMLElement[] {
  const button = make('button', { type: 'button', textContent: action });
  const report = make('div', { className: 'notice' });
  report.setAttribute('role', 'status');
  let isChecking = false;
  button.addEventListener('click', () => {
    if (isChecking) return;
    isChecking = true;
    void check(id, method, report).finally(() => (isChecking = false));
  });

  return [button, report];
}

async function check(id: string, method: Method, report: HTMLElement): Promise<void> {
  say(report, 'fine', claimWords.looking);
  const answer = await askAsOwner<Claimed>({ path: `${pathOf(id)}/claim`, method: 'POST', body: { method } });
  if ('refusal' in answer) {
    say(report, 'wrong', ...refusalParts(answer.refusal));
    return;
  }

  const { evidence } = answer.body.proof;
  say(
    report,
    'fine',
    make('p', {}, ...claimWords.provenBy({ evidence: make('code', {}, foreign(evidence)) })),
    link(editPath(id), claimWords.edit),
  );
}

function refusalParts(refusal: Refusal): Node[] {
  const { lookedFor, found } = refusal;
  if (lookedFor === undefined || found === undefined) {
    return [make('p', {}, ...partsOf(saidOf(refusal)))];
  }

  return [
    make('p', {}, make('b', { textContent: claimWords.lookedFor }), inEnglish(lookedFor)),
    make('p', {}, make('b', { textContent: claimWords.found }), inEnglish(found)),
  ];
}
