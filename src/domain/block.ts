import { operatorGivenName, OwnerId } from './owner.ts';
import { plainText } from './plain-text-schema.ts';

export type BlockKind = 'owner' | 'host';

/** The operator blocks an owner, or a host with all of its subdomains. */
export interface Block {
  readonly kind: BlockKind;
  /** The owner, or the host as endpoints name it. */
  readonly subject: string;
  /** Blocked owners read it. */
  readonly reason: string;
  readonly at: Date;
}

export const BlockReason = plainText(500, {
  description: 'Why the operator keeps an owner or a host out.',
  examples: ['Its listings imitate those of others.'],
});

/**
 * What a text names: an owner, or a host. A name with a dot can be both, and is taken as a host unless `kind` says otherwise. Undefined when it
 * is neither.
 */
export function blockSubject(text: string, kind?: BlockKind): Pick<Block, 'kind' | 'subject'> | undefined {
  const owner = OwnerId.safeParse(text).data;
  const isHost = kind === 'host' || (kind === undefined && (owner === undefined || isDotted(owner)));
  if (!isHost) return owner === undefined ? undefined : { kind: 'owner', subject: owner };

  const host = canonicalHost(text);
  return host === undefined ? undefined : { kind: 'host', subject: host };
}

/** A host and the domains that it belongs to: `a.b.example`, `b.example`, `example`. */
export function domainsOf(host: string): string[] {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.');

  return labels.map((_, i) => labels.slice(i).join('.'));
}

function isDotted(owner: string): boolean {
  return operatorGivenName.test(owner) && owner.includes('.');
}

function canonicalHost(text: string): string | undefined {
  if (!/^[^\s/?#@\\]+$/.test(text)) return undefined;

  try {
    const { hostname, port } = new URL(`https://${text}`);
    return port === '' ? hostname.replace(/\.$/, '') : undefined;
  } catch {
    return undefined;
  }
}
