/** Who sets a field: whoever registers a service, and its owner later; only its owner later; or only the catalog itself. */
type SetBy = 'registrant' | 'owner' | 'catalog';

interface FieldRule {
  readonly setBy: SetBy;
  /** Whether other catalogs tell it, so that an import sets it. */
  readonly isImported?: true;
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

type Fields = typeof fields;
export type FieldName = keyof Fields;
type NameSetBy<By extends SetBy> = {
  [Name in FieldName]: Fields[Name]['setBy'] extends By ? Name : never;
}[FieldName];
export type RegisteredName = NameSetBy<'registrant'>;
export type EditableName = NameSetBy<'registrant' | 'owner'>;
type CatalogName = NameSetBy<'catalog'>;
type ImportedName = {
  [Name in FieldName]: Fields[Name] extends { isImported: true } ? Name : never;
}[FieldName];
type UnimportedName = Exclude<FieldName, ImportedName>;

function namesWhere(holds: (rule: FieldRule) => boolean): readonly FieldName[] {
  const named = Object.entries(fields) as readonly [FieldName, FieldRule][];

  return named.filter(([, rule]) => holds(rule)).map(([name]) => name);
}

export const fieldNames = namesWhere(() => true);
/** What a registration holds. */
export const registeredNames = namesWhere(({ setBy }) => setBy === 'registrant') as readonly RegisteredName[];
/** What the owner of a service may change. */
export const editableNames = namesWhere(({ setBy }) => setBy !== 'catalog') as readonly EditableName[];
/** What only the catalog changes. */
export const catalogNames = namesWhere(({ setBy }) => setBy === 'catalog') as readonly CatalogName[];
export const importedNames = namesWhere(({ isImported }) => isImported === true) as readonly ImportedName[];
export const unimportedNames = namesWhere(
  ({ isImported }) => isImported !== true,
) as readonly UnimportedName[];

/** The members of an object that have one of these names, in the order of the names; none for what is undefined. */
export function picked<Whole extends object, Name extends string>(
  whole: Whole,
  names: readonly Name[],
): Pick<Whole, Name & keyof Whole> {
  const members = names.map((name) => [name, whole[name as unknown as keyof Whole]] as const);

  return Object.fromEntries(members.filter(([, value]) => value !== undefined)) as Pick<
    Whole,
    Name & keyof Whole
  >;
}
