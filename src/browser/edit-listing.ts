import { editWords } from '#texts/edit.ts';
import { backToListings } from '#texts/listings.ts';
import { nouns } from '#texts/nouns.ts';
import { claimPath, historyPath, servicePath } from '../site/links.ts';
import { nameOf } from '../site/shown-field.ts';
import { isObject } from '../domain/json-object.ts';
import { notSavable, unreadable } from '#texts/forms.ts';
import { askAsOwner } from './as-owner.ts';
import { type Answer, ask, type Refusal, saidOf } from './catalog-api.ts';
import {
  conflictsOf,
  type Declaration,
  difference,
  editablePart,
  type JsonObject,
  patchBetween,
  patched,
  unpatchable,
} from './declaration.ts';
import { fillForm, readForm } from './declaration-form.ts';
import { differenceList } from './difference-list.ts';
import { find, findAs, foreign, link, make, partsOf, say } from './elements.ts';
import { type FormProblem, openSummary, problemsOf, showProblems } from './form-problems.ts';
import { fetchDeclaration, pathOf } from './listing-steps.ts';
import { type PreviewedService, showMeaning, showPreview } from './service-preview.ts';
import type { Session } from './session.ts';
import { stateIcon } from './state-icon.ts';
import { localPath } from '../texts/local-path.ts';

/*
 * Editing a listing. While its owner types, the server judges the change by a dry run, and the page shows what would be committed. The
 * change is made only to the declaration that the owner saw: when it changed meanwhile, the page shows how, and takes the change along.
 */

/** A dry run counts as a write, of which an owner has 60 a minute. */
const typingMs = 700;

/** The declaration that is being changed, as it was seen last. */
interface Seen {
  readonly declaration: JsonObject;
  readonly etag: string | undefined;
}

export async function openEditor(id: string, session: Session): Promise<void> {
  find('#edit-view').hidden = false;
  const [answer, observed] = await Promise.all([
    fetchDeclaration(id),
    ask<{ readonly state: string }>({ path: `${pathOf(id)}/observed` }),
  ]);
  if ('refusal' in answer) {
    say(
      find('#edit-notice'),
      'wrong',
      ...partsOf(saidOf(answer.refusal)),
      ' ',
      link(localPath('/listings/'), backToListings),
    );
    return;
  }

  const { body, etag } = answer;
  find('#edited').replaceChildren(link(servicePath(id), foreign(body.name)));
  showRights(body, session);
  await offerReplacements(id, session);
  const state = 'refusal' in observed ? undefined : stateIcon(observed.body.state);
  new ListingEditor(id, { declaration: editablePart(body), etag }, state).start();
}

function showRights({ id, owner, maintainers = [] }: Declaration, session: Session): void {
  if (owner === session.owner || maintainers.includes(session.owner)) return;

  const claim = link(claimPath(id), editWords.claimFirst);
  say(
    find('#edit-notice'),
    'wrong',
    ...(owner === undefined
      ? editWords.belongsToNobody({ claim })
      : editWords.belongsTo({ owner: foreign(owner), claim })),
  );
}

/** A replacement has to be another listing of the same owner. */
async function offerReplacements(id: string, { owner }: Session): Promise<void> {
  const parameters = new URLSearchParams({ owner, sortBy: 'name', limit: '100', fields: 'id,name' });
  const answer = await ask<readonly { id: string; name: string }[]>({
    path: `/api/services?${parameters.toString()}`,
  });
  if ('refusal' in answer) return;

  const others = answer.body.filter((service) => service.id !== id);
  find('[name="deprecated.replacement"]').append(...others.map((other) => new Option(other.name, other.id)));
}

class ListingEditor {
  readonly #path: string;
  readonly #id: string;
  readonly #form = findAs(HTMLFormElement, '#declaration');
  readonly #report = find('#edit-report');
  readonly #state: Node | undefined;
  #seen: Seen;
  #trying = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSaving = false;

  constructor(id: string, seen: Seen, state: Node | undefined) {
    this.#id = id;
    this.#state = state;
    this.#path = pathOf(id);
    this.#seen = seen;
  }

  start(): void {
    const form = this.#form;
    this.#fill(this.#seen);
    form.hidden = false;
    form.addEventListener('input', () => this.#tryLater(typingMs));
    find('#check-endpoint').addEventListener('click', () => void this.#check());
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#save();
    });
    addEventListener('beforeunload', (event) => {
      const value = this.#read();
      // What cannot be read yet was typed, too.
      if (!value || this.#changes(value).length > 0) event.preventDefault();
    });
    void this.#try();
  }

  /** What the form says now, or undefined when some field cannot be read; those are marked. */
  #read(): JsonObject | undefined {
    const { value, problems } = readForm(this.#form, this.#seen.declaration);
    const all = [...problems, ...unsentProblems(unpatchable(this.#seen.declaration, value))];
    if (all.length === 0) return value;

    showProblems(this.#form, all);
    return undefined;
  }

  #changes(value: JsonObject | undefined) {
    return value ? difference(this.#seen.declaration, value) : [];
  }

  #tryLater(ms: number): void {
    this.#trying.abort();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#try(), ms);
  }

  /** Shows what the change would do, as the server judges it. */
  async #try(): Promise<void> {
    const value = this.#read();
    if (!value) {
      this.#summarize('wrong', unreadable);
      return;
    }

    this.#trying = new AbortController();
    const { signal } = this.#trying;
    try {
      const answer = await this.#send(value, '?dryRun=true', signal);
      if ('refusal' in answer) {
        this.#showDifference(value);
        await this.#showRefusal(answer.refusal);
      } else this.#showOutcome(value, answer.body);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  async #check(): Promise<void> {
    const { checkEndpoint } = await import('./endpoint-check.ts');
    await checkEndpoint(this.#form, readForm(this.#form, {}).problems);
  }

  #send(value: JsonObject, query: string, signal?: AbortSignal): Promise<Answer<PreviewedService>> {
    return askAsOwner<PreviewedService>({
      path: this.#path + query,
      method: 'PATCH',
      body: patchBetween(this.#seen.declaration, value),
      ifMatch: this.#seen.etag,
      ...(signal ? { signal } : {}),
    });
  }

  /** The server's answer has the values in the form in which they would be committed. */
  #showOutcome(value: JsonObject, service: PreviewedService): void {
    const { name, description, endpoint, category, pricing, x402Config } = service;
    const committed = { ...value, name, description, endpoint, category, pricing, x402Config };
    const count = this.#showDifference(committed);

    showProblems(this.#form, []);
    showPreview(service, { state: this.#state, deprecation: deprecationOf(value) });
    showMeaning(service.pricing);
    this.#summarize('fine', count === 0 ? '' : editWords.ready({ values: nouns.value({ count }) }));
  }

  /** Shows how a declaration differs from what is listed. Returns the number of differing values. */
  #showDifference(value: JsonObject): number {
    const changes = this.#changes(value);
    find('#difference').replaceChildren(
      changes.length === 0
        ? make('p', { className: 'soft', textContent: editWords.nothingYet })
        : differenceList(changes),
    );
    return changes.length;
  }

  async #showRefusal(refusal: Refusal): Promise<void> {
    if (refusal.status === 412) return this.#showConflict();

    const problems = problemsOf(refusal);
    const others = showProblems(this.#form, problems);
    if (problems.length > others.length) this.#summarize('wrong', notSavable({ count: problems.length }));
    else if (others.length > 0) this.#summarize('wrong', ...partsOf(others));
    else this.#summarize('wrong', ...partsOf(saidOf(refusal)));
    if (refusal.status === 429) this.#tryLater(1000 * (refusal.retryAfterSeconds ?? 10));
  }

  #summarize(kind: 'fine' | 'wrong', ...message: (Node | string)[]): void {
    say(this.#report, kind, ...message.filter((part) => part !== ''));
  }

  async #save(): Promise<void> {
    if (this.#isSaving) return;
    this.#trying.abort();
    clearTimeout(this.#timer);
    const value = this.#read();
    if (!value) {
      openSummary(this.#form);
      return;
    }
    if (this.#changes(value).length === 0) {
      this.#summarize('fine', editWords.nothingToSave);
      return;
    }

    this.#isSaving = true;
    this.#summarize('fine', editWords.moment);
    const answer = await this.#send(value, '');
    this.#isSaving = false;
    if ('refusal' in answer) {
      await this.#showRefusal(answer.refusal);
      openSummary(this.#form);
    } else await this.#showSaved(value);
  }

  /** Goes on from what was saved, with what was typed meanwhile. */
  async #showSaved(saved: JsonObject): Promise<void> {
    const answer = await fetchDeclaration(this.#id);
    if ('refusal' in answer) {
      this.#summarize('fine', editWords.saved);
      return;
    }

    const seen: Seen = { declaration: editablePart(answer.body), etag: answer.etag };
    const now = this.#read();
    if (now) this.#fill(seen, patched(seen.declaration, patchBetween(saved, now)));
    else this.#seen = seen;
    await this.#try();
    this.#summarize(
      'fine',
      ...editWords.committed({
        page: link(servicePath(this.#id), editWords.itsPage),
        history: link(historyPath(this.#id), editWords.itsHistory),
      }),
    );
  }

  /** Goes on from another state of the listing; `mine` is what the form shall say then. */
  #see(seen: Seen, mine = seen.declaration): void {
    this.#fill(seen, mine);
    find('#outcome-title').focus();
    void this.#try();
  }

  #fill(seen: Seen, mine = seen.declaration): void {
    this.#trying.abort();
    clearTimeout(this.#timer);
    this.#seen = seen;
    fillForm(this.#form, mine);
    find('#conflict').replaceChildren();
  }

  /** Somebody changed the listing since it was seen: shows how, and lets the owner choose. */
  async #showConflict(): Promise<void> {
    const answer = await fetchDeclaration(this.#id);
    if ('refusal' in answer) {
      this.#summarize('wrong', ...partsOf(saidOf(answer.refusal)));
      return;
    }

    const theirs: Seen = { declaration: editablePart(answer.body), etag: answer.etag };
    this.#summarize('wrong', editWords.changed);
    find('#conflict').replaceChildren(
      make('h3', { textContent: editWords.changedMeanwhile }),
      ...this.#conflictParts(theirs.declaration),
      make(
        'div',
        { className: 'actions' },
        this.#choice(editWords.applyMine, () => this.#rebase(theirs)),
        this.#choice(editWords.dropMine, () => this.#see(theirs)),
      ),
    );
  }

  #conflictParts(theirs: JsonObject): HTMLElement[] {
    const was = this.#seen.declaration;
    const changes = difference(was, theirs);
    if (changes.length === 0) return [make('p', { textContent: editWords.nothingEdited })];

    const mine = this.#read() ?? was;
    return [differenceList(changes), ...conflictNote(conflictsOf(difference(was, mine), changes))];
  }

  /** Makes what the form changes, by now, a change of the newer state. */
  #rebase(theirs: Seen): void {
    const mine = this.#read();
    if (!mine) {
      openSummary(this.#form);
      return;
    }
    this.#see(theirs, patched(theirs.declaration, patchBetween(this.#seen.declaration, mine)));
  }

  #choice(label: string, choose: () => void): HTMLElement {
    const button = make('button', { type: 'button', textContent: label });
    button.addEventListener('click', choose);
    return button;
  }
}

function conflictNote(pointers: readonly string[]): HTMLElement[] {
  if (pointers.length === 0) return [];

  const names = pointers.flatMap((pointer) => [' ', make('code', {}, foreign(nameOf(pointer)))]);
  return [make('p', {}, editWords.bothChanged, ...names)];
}

/** The fields whose values a merge patch cannot make. */
function unsentProblems(pointers: readonly string[]): FormProblem[] {
  const fields = new Set(pointers.map((pointer) => `/${pointer.split('/')[1] ?? ''}`));

  return [...fields].map((pointer) => ({ pointer, code: 'null_unsayable' }));
}

function deprecationOf({ deprecated }: JsonObject): string | undefined {
  const message = isObject(deprecated) ? deprecated['message'] : undefined;

  return typeof message === 'string' ? message : undefined;
}
