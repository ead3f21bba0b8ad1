import { fieldLabels } from '#texts/fields.ts';
import { byTextFilter, ruleOf, shownNames, textFilters, textsOf } from '../domain/declared-fields.ts';
import type { DeclaredService } from '../domain/service.ts';
import { searchPath } from './search-request.ts';

/** What a service declares beside its price and its terms, for people to read. */
export interface DeclaredDetail {
  readonly label: string;
  readonly texts: readonly { readonly text: string; readonly href: string | undefined }[];
  /** Whether the texts are addresses of other sites. */
  readonly isOutside: boolean;
  /** Its name at https://schema.org/WebAPI. */
  readonly schemaOrg: string | undefined;
}

export function declaredDetails(declared: DeclaredService): DeclaredDetail[] {
  return shownNames
    .filter((name) => textsOf(declared[name]).length > 0)
    .map((name) => {
      const { shownAs, schemaOrg } = ruleOf(name);
      const isOutside = shownAs === 'link';
      const texts = textsOf(declared[name]).map((text) => ({
        text,
        href: isOutside ? text : listOf(name, text),
      }));
      return { label: fieldLabels[name], texts, isOutside, schemaOrg };
    });
}

/** The list of all services with a text in a field, where a filter finds it. */
function listOf(name: (typeof shownNames)[number], text: string): string | undefined {
  const filters = byTextFilter((_parameter, filtered) => filtered === name);
  const parameter = textFilters.find((each) => filters[each]);

  return parameter && searchPath({ [parameter]: [text] });
}
