/** One change of the catalog, as the change log keeps it. */
export interface ServiceChange {
  readonly at: Date;
  readonly kind: 'created' | 'updated' | 'deleted';
  readonly id: string;
  readonly name: string;
  readonly endpoint: string;
  /** SHA-256 of the service's canonical file, in hex: tells whether it changed while nobody watched. */
  readonly digest: string;
  readonly commit: string;
}

/** What is left of a service that was removed. */
export interface Tombstone {
  readonly id: string;
  readonly name: string;
  readonly endpoint: string;
  readonly deletedAt: string;
}
