import { type FieldName, type FieldRule, type Fields, fields, type SetBy } from './fields.ts';

/*
 * What follows from the table of fields.
 */

type NameSetBy<By extends SetBy> = {
  [Name in FieldName]: Fields[Name]['setBy'] extends By ? Name : never;
}[FieldName];
type RegisteredName = NameSetBy<'registrant'>;
type EditableName = NameSetBy<'registrant' | 'owner'>;
type CatalogName = NameSetBy<'catalog'>;
type ImportedName = {
  [Name in FieldName]: Fields[Name] extends { isImported: true } ? Name : never;
}[FieldName];
/** A parameter of lists that filters by the texts of a declared field. */
export type TextFilter = {
  [Name in FieldName]: Fields[Name] extends { filter: infer Parameter } ? Parameter : never;
}[FieldName];
/** Fields that lists filter by or a search finds, beside those that each list shows. */
type ListedName = {
  [Name in FieldName]: Fields[Name] extends { filter: string } | { isSearched: true } ? Name : never;
}[FieldName];
type ShownName = {
  [Name in FieldName]: Fields[Name] extends { shownAs: string } ? Name : never;
}[FieldName];
type FormName = { [Name in FieldName]: Fields[Name] extends { form: string } ? Name : never }[FieldName];
type UnimportedName = Exclude<FieldName, ImportedName>;

export function ruleOf(name: FieldName): FieldRule {
  return fields[name];
}

function namesWhere(holds: (rule: FieldRule) => boolean): readonly FieldName[] {
  const named = Object.entries(fields) as readonly [FieldName, FieldRule][];

  return named.filter(([, rule]) => holds(rule)).map(([name]) => name);
}

export const fieldNames = namesWhere(() => true);
export const registeredNames = namesWhere(({ setBy }) => setBy === 'registrant') as readonly RegisteredName[];
/** The fields that the owner of a service may change. */
export const editableNames = namesWhere(({ setBy }) => setBy !== 'catalog') as readonly EditableName[];
export const catalogNames = namesWhere(({ setBy }) => setBy === 'catalog') as readonly CatalogName[];
export const importedNames = namesWhere(({ isImported }) => isImported === true) as readonly ImportedName[];
export const listedNames = namesWhere(
  ({ filter, isSearched }) => filter !== undefined || isSearched === true,
) as readonly ListedName[];
export const shownNames = namesWhere(({ shownAs }) => shownAs !== undefined) as readonly ShownName[];
/** The fields that a form has below those with a place of their own. */
export const formNames = namesWhere(({ form }) => form !== undefined) as readonly FormName[];
export const unimportedNames = namesWhere(
  ({ isImported }) => isImported !== true,
) as readonly UnimportedName[];

const filtered = fieldNames.flatMap((name): [TextFilter, FieldName][] => {
  const { filter } = ruleOf(name);
  return filter === undefined ? [] : [[filter as TextFilter, name]];
});
export const textFilters: readonly TextFilter[] = filtered.map(([parameter]) => parameter);

export function byTextFilter<Value>(
  valueOf: (parameter: TextFilter, name: FieldName) => Value,
): Record<TextFilter, Value> {
  const members = filtered.map(([parameter, name]) => [parameter, valueOf(parameter, name)]);
  return Object.fromEntries(members) as Record<TextFilter, Value>;
}

export type Declared = Readonly<Partial<Record<FieldName, unknown>>>;

export function filteredTexts(declared: Declared): Readonly<Record<TextFilter, readonly string[]>> {
  return byTextFilter((_parameter, name) => textsOf(declared[name]));
}

/** The texts whose words a search finds, beside those of name, description, endpoint and category. */
export function searchedWords(declared: Declared): string[] {
  return fieldNames.filter((name) => ruleOf(name).isSearched).flatMap((name) => textsOf(declared[name]));
}

/** The texts in the value of a field, which is one or a list of them; each once, however often an owner lists it. */
export function textsOf(value: unknown): readonly string[] {
  return value === undefined || value === null ? [] : [...new Set([value].flat().map(String))];
}

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
