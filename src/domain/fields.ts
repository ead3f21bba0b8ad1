/** Who sets a field: the registration, and the owner later; only the owner later; or only the catalog itself. */
export type SetBy = 'registrant' | 'owner' | 'catalog';

export interface FieldRule {
  readonly setBy: SetBy;
  /** Whether other catalogs tell it, so that an import sets it. */
  readonly isImported?: true;
  /** The parameter of lists that filters by its texts, which are a facet too. */
  readonly filter?: string;
  /** Whether a search finds its words, as it finds those of a category. */
  readonly isSearched?: true;
  readonly shownAs?: 'link' | 'words';
  /** Its name in https://schema.org/WebAPI. */
  readonly schemaOrg?: string;
  /** How the form asks for it, below the fields that have a place of their own there. */
  readonly form?: 'url' | 'lines';
}

/**
 * Every declared field of a service, in the order of its file: what a service file holds, who may change it and what imports bring follow from
 * this table. Its schemas stand in `declaration.ts`, since pages load this table without them.
 */
export const fields = {
  id: { setBy: 'catalog' },
  name: { setBy: 'registrant', isImported: true },
  description: { setBy: 'registrant', isImported: true },
  endpoint: { setBy: 'registrant', isImported: true },
  category: { setBy: 'registrant', isImported: true },
  pricing: { setBy: 'registrant', isImported: true },
  price: { setBy: 'registrant', isImported: true },
  x402Config: { setBy: 'registrant', isImported: true },
  docsUrl: {
    setBy: 'registrant',
    isImported: true,
    shownAs: 'link',
    schemaOrg: 'documentation',
    form: 'url',
  },
  tags: {
    setBy: 'registrant',
    isImported: true,
    filter: 'tag',
    isSearched: true,
    shownAs: 'words',
    schemaOrg: 'keywords',
    form: 'lines',
  },
  owner: { setBy: 'catalog' },
  repository: { setBy: 'catalog' },
  proof: { setBy: 'catalog' },
  maintainers: { setBy: 'owner' },
  transfer: { setBy: 'catalog' },
  offers: { setBy: 'owner', isImported: true },
  deprecated: { setBy: 'owner' },
  request: { setBy: 'owner', isImported: true },
  probing: { setBy: 'catalog' },
  imported: { setBy: 'catalog' },
  createdAt: { setBy: 'catalog' },
  updatedAt: { setBy: 'catalog' },
  updatedBy: { setBy: 'catalog' },
} as const satisfies Readonly<Record<string, FieldRule>>;

/** The table with the exact values of its rows, from which types follow. */
export type Fields = typeof fields;
export type FieldName = keyof Fields;
