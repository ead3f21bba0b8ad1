import { printable } from '../domain/plain-text.ts';
import type { FieldProblem } from '../domain/field-problem.ts';
import type { Log } from './ports.ts';
import type { Rejects } from '../catalog-files/catalog-change.ts';

/** The most log lines about single files; of further files only the number is logged. */
const maxLogged = 100;

/** The most problems that the log line of a file names. */
const maxProblems = 5;

/** The files that are left out of the catalog, with the reasons; logs each new one. */
export class RejectedFiles {
  readonly #log: Log;
  #files: Rejects = new Map();

  constructor(log: Log) {
    this.#log = log;
  }

  get files(): Rejects {
    return this.#files;
  }

  replace(files: Rejects): void {
    const before = this.#files;
    this.#files = files;
    const news = [...files].filter(([file, problems]) => {
      const known = before.get(file);
      return known !== problems && JSON.stringify(known) !== JSON.stringify(problems);
    });

    this.#report(news);
  }

  #report(news: readonly (readonly [string, readonly FieldProblem[]])[]): void {
    for (const [file, problems] of news.slice(0, maxLogged)) {
      this.#log.warn(
        { file: printable(file), problems: problems.slice(0, maxProblems).map(printableProblem) },
        'left out of the catalog',
      );
    }
    const more = news.length - maxLogged;
    if (more > 0) this.#log.warn({ more }, 'more files were left out of the catalog');
  }
}

function printableProblem({ pointer, code, detail }: FieldProblem): FieldProblem {
  return { pointer: printable(pointer), code, detail: printable(detail) };
}
