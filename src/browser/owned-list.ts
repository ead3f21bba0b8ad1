import { clearWords, listWords, trustWords } from '#texts/listings.ts';
import { nouns } from '#texts/nouns.ts';
import { amountIn, dayText } from '../texts/formats.ts';
import { claimPath, editPath, servicePath } from '../site/links.ts';
import { fromRoot } from '../texts/local-path.ts';
import { trustStep } from '../texts/trust.ts';
import { type Concern, concernsOf, type Observed } from './attention.ts';
import { ask, type Refusal, saidOf } from './catalog-api.ts';
import { copyable } from './copyable.ts';
import type { Declaration } from './declaration.ts';
import { find, findAs, foreign, link, make, partsOf, say, timeOf } from './elements.ts';
import {
  fetchDeclaration,
  findRemoved,
  handOver,
  idIn,
  pathOf,
  restore,
  takeBack,
  takeOver,
  withdraw,
} from './listing-steps.ts';
import { showKeys } from './own-keys.ts';
import { type Session, setWithdrawn, withdrawnBy } from './session.ts';
import { stateIcon } from './state-icon.ts';

/*
 * The list of what an owner has, with what needs attention and what can be done with each.
 */

/** A service as the list answers it, as far as it is used. */
interface OwnedService {
  readonly id: string;
  readonly name: string;
  readonly pricing: { readonly currency: string; readonly pricePerRequest: string };
  readonly status: string;
  readonly updatedAt: string;
}

const pageSize = 100;
/** Fewer rows are seen at a glance. */
const fewestFiltered = 8;

const report = find('#list-report');

export async function openList(session: Session, offered: string): Promise<void> {
  find('#list-view').hidden = false;
  findAs(HTMLInputElement, '#accept-id').value = offered;
  followForms(session);
  await Promise.all([showOwned(session), showWithdrawn(session), showKeys(session)]);
}

/** Shows the rows again after something was done. */
async function refresh(session: Session, ...message: (Node | string)[]): Promise<void> {
  say(report, 'fine', ...message);
  await Promise.all([showOwned(session), showWithdrawn(session)]);
  report.focus();
}

async function showOwned(session: Session): Promise<void> {
  const services = await fetchOwned(session.owner);
  if (!Array.isArray(services)) {
    say(report, 'wrong', ...partsOf(saidOf(services)));
    return;
  }

  find('#owned-count').textContent = nouns.service({ count: services.length });
  find('#none-owned').hidden = services.length > 0;
  const rows = services.map((service) => rowOf(service, session));
  find('#owned').replaceChildren(...rows);
  followFilter(services, rows);
}

/** Everything that an owner has, by name; or why that cannot be said. */
async function fetchOwned(owner: string): Promise<OwnedService[] | Refusal> {
  const services: OwnedService[] = [];
  while (true) {
    const parameters = new URLSearchParams({
      ...{ owner, sortBy: 'name', limit: String(pageSize), offset: String(services.length) },
    });
    const answer = await ask<OwnedService[]>({ path: `/api/services?${parameters.toString()}` });
    if ('refusal' in answer) return answer.refusal;

    services.push(...answer.body);
    if (answer.body.length < pageSize) return services;
  }
}

function followFilter(services: readonly OwnedService[], rows: readonly HTMLElement[]): void {
  const field = findAs(HTMLInputElement, '#owned-filter');
  find('#filter').hidden = services.length < fewestFiltered;
  field.oninput = () => {
    const words = field.value.toLowerCase();
    for (const [index, row] of rows.entries()) {
      row.hidden = !(services[index]?.name.toLowerCase().includes(words) ?? true);
    }
  };
}

function rowOf(service: OwnedService, session: Session): HTMLElement {
  const { id, name, pricing, updatedAt } = service;
  const concerns = make('ul', { className: 'concerns' });
  const standing = make('p', { className: 'state' });
  const trust = make('p', { className: 'soft' });
  const row = make(
    'li',
    {},
    make(
      'div',
      { className: 'what' },
      link(servicePath(id), foreign(name)),
      make(
        'p',
        { className: 'soft' },
        ...listWords.changedOn({ day: timeOf(updatedAt, dayText(updatedAt)) }),
      ),
      concerns,
      trust,
    ),
    make('p', { className: 'price', textContent: amountIn(pricing.currency, pricing.pricePerRequest) }),
    standing,
    make('div', { className: 'actions' }, ...actionsOf(service, session)),
  );
  whenSeen(row, () => void showDetails(service, { standing, concerns, trust }, session));
  return row;
}

function actionsOf(service: OwnedService, session: Session): HTMLElement[] {
  const { id, name } = service;
  const edit = link(editPath(id), listWords.edit);
  const warnings: string[] = [];
  edit.className = 'button';
  edit.setAttribute('aria-label', listWords.actionOn({ action: listWords.edit, name }));

  return [
    edit,
    stepButton(
      listWords.handOver,
      name,
      () => handOver(service, (warning) => warnings.push(warning)),
      () =>
        refresh(session, ...partsOf([{ text: listWords.offered, english: warnings.splice(0).join(' ') }])),
    ),
    stepButton(
      listWords.withdraw,
      name,
      () => withdraw(service),
      () => afterWithdrawal(service, session),
    ),
  ];
}

async function afterWithdrawal({ id, name }: OwnedService, session: Session): Promise<void> {
  setWithdrawn(session.owner, [id, ...withdrawnBy(session.owner)]);
  await refresh(session, ...listWords.withdrawn({ name: foreign(name) }));
}

/** A button for a step, and what follows once that is done. `name` tells it from the same button of other services. */
function stepButton(
  label: string,
  name: string,
  step: () => Promise<boolean>,
  done: () => Promise<void>,
): HTMLElement {
  const button = make('button', { type: 'button', textContent: label });
  button.setAttribute('aria-label', listWords.actionOn({ action: label, name }));
  button.addEventListener('click', () => {
    void step().then((isDone) => (isDone ? done() : undefined));
  });
  return button;
}

/** Where a row shows what takes further requests. */
interface Details {
  readonly standing: HTMLElement;
  readonly concerns: HTMLElement;
  readonly trust: HTMLElement;
}

/** What GET /api/services/:id/trust says, as far as it is used. */
interface Trust {
  readonly score: number;
  readonly next: (Parameters<typeof trustStep>[0] & { readonly points: number }) | null;
}

/** Details take three requests a service, so only those on the screen are asked for. */
function whenSeen(row: HTMLElement, see: () => void): void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    see();
  });
  observer.observe(row);
}

async function showDetails({ id, pricing }: OwnedService, row: Details, session: Session): Promise<void> {
  const [declaration, observed, trust] = await Promise.all([
    fetchDeclaration(id),
    ask<Observed>({ path: `${pathOf(id)}/observed` }),
    ask<Trust>({ path: `${pathOf(id)}/trust` }),
  ]);
  if ('body' in trust) row.trust.textContent = trustText(trust.body, pricing.currency);
  if ('refusal' in declaration || 'refusal' in observed) return;

  const root = new URL(fromRoot('/'), location.href).href.replace(/\/$/, '');
  const concerns = concernsOf(declaration.body, observed.body, root);
  row.standing.replaceChildren(stateIcon(observed.body.state));
  row.concerns.replaceChildren(...concerns.map((concern) => concernItem(concern, declaration.body, session)));
}

/** The score, and what would raise it most. */
function trustText({ score, next }: Trust, currency: string): string {
  const step = next && trustWords.next({ score: score + next.points, step: trustStep(next, currency) });

  return [trustWords.score({ score }), step].filter(Boolean).join(' ');
}

function concernItem(
  { cure, does, command, ...said }: Concern,
  declaration: Declaration,
  session: Session,
): HTMLElement {
  const item = make('li', {}, make('bdi', {}, ...partsOf([said])), ' ');
  if (cure === 'prove') item.append(link(claimPath(declaration.id), listWords.prove));
  if (cure === 'take back') {
    item.append(
      stepButton(
        listWords.takeBack,
        declaration.name,
        () => takeBack(declaration, session.owner),
        () => refresh(session, listWords.takenBack),
      ),
    );
  }
  item.append(
    make(
      'details',
      {},
      make('summary', {}, clearWords.byCommand),
      make('p', {}, does),
      copyable(command, clearWords.command),
    ),
  );
  return item;
}

async function showWithdrawn(session: Session): Promise<void> {
  const ids = withdrawnBy(session.owner);
  const found = await Promise.all(ids.map(findRemoved));
  setWithdrawn(
    session.owner,
    ids.filter((_, at) => found[at] !== undefined),
  );
  const rows = found.flatMap((each) => (each && !('refusal' in each) ? [each] : []));

  find('#withdrawn').replaceChildren(
    ...rows.map((each) =>
      make(
        'li',
        {},
        make('span', {}, foreign(each.name), ' ', make('small', { className: 'soft', textContent: each.id })),
        stepButton(
          listWords.restore,
          each.name,
          () => restore(each),
          () => refresh(session, ...listWords.restored({ name: foreign(each.name) })),
        ),
      ),
    ),
  );
}

function followForms(session: Session): void {
  onId('#restore-form', (id, form) => restoreById(id, form, session));
  onId('#accept-form', (id, form) => acceptById(id, form, session));
}

/** Calls `act` with the id that somebody gives in a form of one field, and the place where to tell what comes of it. */
function onId(selector: string, act: (id: string, report: HTMLElement) => Promise<void>): void {
  const form = findAs(HTMLFormElement, selector);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const place = find('[role=status]', form);
    const id = idIn(findAs(HTMLInputElement, 'input', form).value);
    if (id === '') say(place, 'wrong', listWords.needsId);
    else void act(id, place);
  });
}

async function restoreById(id: string, place: HTMLElement, session: Session): Promise<void> {
  say(place, 'fine');
  const removed = await findRemoved(id);
  if (!removed || 'refusal' in removed) {
    say(place, 'wrong', ...(removed ? partsOf(saidOf(removed.refusal)) : [listWords.notWithdrawn]));
    return;
  }
  if (await restore(removed)) await refresh(session, ...listWords.restored({ name: foreign(removed.name) }));
}

async function acceptById(id: string, place: HTMLElement, session: Session): Promise<void> {
  say(place, 'fine');
  const answer = await fetchDeclaration(id);
  if ('refusal' in answer) {
    say(place, 'wrong', ...partsOf(saidOf(answer.refusal)));
    return;
  }
  const { name, transfer } = answer.body;
  if (transfer?.to !== session.owner) {
    say(place, 'wrong', ...listWords.notOffered({ name: foreign(name) }));
    return;
  }
  if (await takeOver(answer.body)) await refresh(session, ...listWords.yoursNow({ name: foreign(name) }));
}
