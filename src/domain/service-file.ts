import type { EndpointPolicy } from './endpoint-url.ts';
import { fieldProblem } from './field-problem.ts';
import type { FieldProblem } from './problem.ts';
import { type DeclaredService, declaredService } from './service.ts';
import { endpointTag, tagOf } from './service-id.ts';
import { type Checked, checkService, type KnownCategories } from './service-rules.ts';
import { readJson } from './strict-json.ts';

export const servicesFolder = 'services';

/** Where the file of a service stands in the catalog folder: `services/<first 2 of its 8>/<id>.json`. */
export function serviceFilePath(id: string): string {
  return `${servicesFolder}/${tagOf(id).slice(0, 2)}/${id}.json`;
}

/** The canonical text of a service file: fixed key order, two spaces, LF, final newline. */
export function printServiceFile(service: DeclaredService): string {
  const { id, name, description, endpoint, category, pricing, x402Config, probing, createdAt, updatedAt } =
    service;
  const { currency, pricePerRequest, freeQuota } = pricing;
  const { paymentAddress, network } = x402Config;

  const canonical = {
    id,
    name,
    description,
    endpoint,
    category,
    pricing: { currency, pricePerRequest, ...(freeQuota === undefined ? {} : { freeQuota }) },
    x402Config: { paymentAddress, network },
    ...(probing === undefined ? {} : { probing }),
    createdAt,
    updatedAt,
  };
  return `${JSON.stringify(canonical, null, 2)}\n`;
}

/** Reads one service file by every rule but those about other files; `path` is relative to the catalog folder. */
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
