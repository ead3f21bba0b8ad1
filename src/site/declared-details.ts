import { fieldLabels } from '#texts/fields.ts';
import { ruleOf, shownNames, textsOf } from '../domain/declared-fields.ts';
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
      const { shownAs, schemaOrg, filter } = ruleOf(name);
      const isOutside = shownAs === 'link';
      const listOf = (text: string) => (filter === undefined ? undefined : searchPath({ [filter]: [text] }));
      const texts = textsOf(declared[name]).map((text) => ({ text, href: isOutside ? text : listOf(text) }));
      return { label: fieldLabels[name], texts, isOutside, schemaOrg };
    });
}
