/** One change to the catalog, as recorded in the change log. */
export interface ServiceChange {
  readonly at: Date;
  readonly kind: 'created' | 'updated' | 'deleted';
  readonly id: string;
  readonly name: string;
  readonly endpoint: string;
  /** SHA-256 of the service's canonical file, in hex; shows at a start whether the service changed while no server ran. */
  readonly digest: string;
  readonly commit: string;
}
