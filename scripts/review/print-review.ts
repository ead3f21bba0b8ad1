import { nouns } from '#texts/nouns.ts';
import { printable } from '../../src/domain/plain-text.ts';
import { type FieldProblem, problemLine } from '../../src/domain/field-problem.ts';
import type { DeclaredService } from '../../src/domain/service.ts';
import { printServiceFile, serviceFilePath } from '../../src/domain/service-file.ts';
import type { ChangeReview } from '../../src/catalog-files/review-change.ts';
import type { ProposedChange } from '../../src/registration/proposal-problems.ts';
import { counted } from '../../src/texts/formats.ts';
import type { Validation } from '../../src/views/validation.ts';

/** The result of probing the endpoint of a service just now. */
export interface Asked {
  readonly service: DeclaredService;
  readonly report: Validation;
}

/** What a review says beside the files of the catalog. */
export interface Beside {
  readonly asked: readonly Asked[];
  /** Files that the change and the branch both changed, in ways that git cannot merge. */
  readonly conflicts: readonly string[];
  /** Files outside the catalog that the change would change. */
  readonly elsewhere: readonly string[];
}

/** Marks our comment, so that the next run finds it among the others. */
const marker = '<!-- tollbook review -->';

/** The most older faults that a review lists. */
const maxOlder = 10;

/** The most lines of a section, because GitHub limits comments to 65536 characters. */
const maxLines = 40;

/** The review as a comment in Markdown. Untrusted text goes into code blocks, where it cannot act as markup. */
export function printReview(review: ChangeReview, { asked, conflicts, elsewhere }: Beside): string {
  const { older, services, others } = review;
  const faults = faultLines(review, conflicts);

  return [
    marker,
    headline(review, conflicts),
    ...section('Fix before merging', faults),
    ...section('Changes', services.map(changeLine)),
    ...section('For a maintainer to confirm', [
      ...services.flatMap(concerns),
      ...others.map((path) => `${path}: not a service file, not checked`),
      ...elsewhere.map(elsewhereLine),
    ]),
    ...section(
      'Responses of the endpoints just now, which do not block the merge',
      asked.flatMap(askedLines),
    ),
    ...section('Older problems, not caused by this change', lines(older).slice(0, maxOlder)),
    footer(faults.length),
    '',
  ].join('\n\n');
}

/** One line for each fault: file, place, rule and cure. */
export function faultLines({ faults }: ChangeReview, conflicts: readonly string[]): string[] {
  return [
    ...conflicts.map(
      (path) => `${printable(path, 300)}: conflicts with the branch; merge the branch and resolve this file`,
    ),
    ...lines(faults),
  ];
}

function headline({ faults, services }: ChangeReview, conflicts: readonly string[]): string {
  const files = faults.size + conflicts.length;
  if (files === 0) return `### No problems: ${nouns.service({ count: services.length })} checked`;

  return `### Problems in ${counted(files, ['file', 'files'])}`;
}

/** Workflows run with the rights of the repository, so a change of one is never a matter of form. */
function elsewhereLine(path: string): string {
  return path.startsWith('.github/')
    ? `${path}: changes what runs in this repository; read it as code`
    : `${path}: outside the catalog, not checked`;
}

function footer(faults: number): string {
  if (faults === 0) return 'The catalog shows the change within a minute of the merge.';

  return 'Push a fix to the same branch to update this comment. `npm run catalog -- check` finds the same problems on your own machine, and `npm run catalog -- check --fix` corrects the form of files.';
}

function lines(problems: ReadonlyMap<string, readonly FieldProblem[]>): string[] {
  return [...problems].flatMap(([path, own]) => own.map((problem) => problemLine(path, problem)));
}

function changeLine(change: ProposedChange): string {
  if (change.kind === 'removed') return `- ${change.was.id}${ownedBy(change.was)}`;
  if (change.kind === 'added') return `+ ${change.service.id}${ownedBy(change.service)}`;

  const { was, service } = change;
  return `~ ${service.id}: ${differences(was, service).join(', ')}${ownedBy(was)}`;
}

function ownedBy({ owner }: DeclaredService): string {
  return owner === undefined ? '' : ` (owner: ${owner})`;
}

/** Changes that could harm somebody else: a different wallet, a removed listing. */
function concerns(change: ProposedChange): string[] {
  if (change.kind === 'removed') return [`${serviceFilePath(change.was.id)}: the service would be removed`];
  if (change.kind === 'added') return [];

  const [was, is] = [change.was.x402Config, change.service.x402Config];
  if (was.paymentAddress === is.paymentAddress && was.network === is.network) return [];
  return [
    `${serviceFilePath(change.service.id)}: buyers would pay ${is.paymentAddress} on ${is.network} instead of ${was.paymentAddress} on ${was.network}`,
  ];
}

/** Names of the fields whose lines differ. */
function differences(was: DeclaredService, is: DeclaredService): string[] {
  const before = new Set(printServiceFile(was).split('\n'));
  const changed = printServiceFile(is)
    .split('\n')
    .filter((line) => !before.has(line));

  return changed.map((line) => /"(\w+)":/.exec(line)?.[1] ?? 'form');
}

function askedLines({ service, report }: Asked): string[] {
  const failed = report.checks.filter(({ passed }) => !passed);

  return [
    `${service.id}: ${report.verdict}`,
    ...failed.map(
      ({ check, detail, cure }) => `  ${check}: ${detail}${cure === undefined ? '' : ` ${cure}`}`,
    ),
  ];
}

function section(title: string, all: readonly string[]): string[] {
  if (all.length === 0) return [];

  const more = all.length > maxLines ? [`… and ${String(all.length - maxLines)} more`] : [];
  const lines = [...all.slice(0, maxLines).map(plain), ...more];
  return [`**${title}**`, ['````', ...lines, '````'].join('\n')];
}

/** One line of text that cannot close the code block around it. */
function plain(text: string): string {
  return printable(text, 300).replaceAll('```', "'''");
}
