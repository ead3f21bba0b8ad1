/** What a commit says. */
export interface CommitContent {
  readonly tree: string;
  /** Undefined for the first commit of a branch. */
  readonly parent: string | undefined;
  /** Author and committer, as `Name <email>`. */
  readonly committer: string;
  /** Git stores whole seconds. */
  readonly at: Date;
  readonly message: string;
}

/** Makes an armoured SSH signature of a commit's text, in the namespace `git`. */
export type SignCommit = (text: string) => string;

/** A commit as git stores it, which is what a signature is made of. */
export function commitText({ tree, parent, committer, at, message }: CommitContent): string {
  const who = `${committer} ${String(Math.floor(at.getTime() / 1000))} +0000`;

  return [
    `tree ${tree}`,
    ...(parent === undefined ? [] : [`parent ${parent}`]),
    `author ${who}`,
    `committer ${who}`,
    '',
    message,
  ].join('\n');
}

/**
 * The same with its signature, as the last header. Git looks for it under another name in repositories with SHA-256; see
 * gitformat-signature(5).
 */
export function withSignature(text: string, signature: string, objectFormat: string): string {
  const header = objectFormat === 'sha256' ? 'gpgsig-sha256' : 'gpgsig';
  const end = text.indexOf('\n\n');

  return `${text.slice(0, end)}\n${header} ${signature.trimEnd().replaceAll('\n', '\n ')}${text.slice(end)}`;
}
