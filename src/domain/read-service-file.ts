import type { EndpointPolicy } from './endpoint-url.ts';
import { fieldProblem, type FieldProblem } from './field-problem.ts';
import { type DeclaredService, declaredService } from './service.ts';
import { serviceFilePath } from './service-file.ts';
import { endpointTag, tagOf } from './service-id.ts';
import { type Checked, checkService, type KnownCategories } from './service-rules.ts';
import { readJson } from './strict-json.ts';

/** Reads one service file and applies every rule that does not involve other files; `path` is relative to the catalog folder. */
export function readServiceFile(
  path: string,
  text: string,
  policy: EndpointPolicy,
  categories: KnownCategories,
): Checked<DeclaredService> {
  const json = readJson(text);
  if ('fault' in json) return { problems: [fieldProblem('file_not_json', [], { expected: json.fault })] };

  const checked = checkService(declaredService(policy), json.value, categories);
  if ('problems' in checked) return checked;

  const problems = identityProblems(checked.value, path);
  return problems.length > 0 ? { problems } : checked;
}

function identityProblems({ id, endpoint }: DeclaredService, path: string): FieldProblem[] {
  const tag = endpointTag(endpoint);
  if (tagOf(id) !== tag) return [fieldProblem('id_not_of_endpoint', ['id'], { value: id, expected: tag })];

  return path === serviceFilePath(id)
    ? []
    : [fieldProblem('file_misplaced', [], { expected: serviceFilePath(id) })];
}
