import { declaredService } from './declaration.ts';
import type { EndpointPolicy } from './endpoint-url.ts';
import { fieldProblem, fieldProblems } from './field-problem.ts';
import type { DeclaredService } from './service.ts';
import { serviceFilePath, tombstoneFilePath } from './service-file.ts';
import { type Checked, checkService, type KnownCategories } from './service-rules.ts';
import { readJson, usualDepth } from './strict-json.ts';
import { type Tombstone, TombstoneFile } from './tombstone.ts';

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
  return 'problems' in checked ? checked : placed(checked, path, serviceFilePath(checked.value.id));
}

/**
 * Reads the file of a removed service; `path` is relative to the catalog folder. The service in it may break rules, since nobody relies on it
 * until it is restored: it is then read as absent.
 */
export function readTombstone(path: string, text: string): Checked<Tombstone> {
  // The service is one level deeper here than in its own file.
  const json = readJson(text, usualDepth + 1);
  if ('fault' in json) return { problems: [fieldProblem('file_not_json', [], { expected: json.fault })] };

  const { data, error } = TombstoneFile.safeParse(json.value);
  if (!data) return { problems: fieldProblems(error, json.value) };

  const { service: last, ...stone } = data;
  const { data: service } = declaredService({ allowInsecure: true }).safeParse(last);
  return placed(
    { value: { ...stone, ...(service?.id === stone.id ? { service } : {}) } },
    path,
    tombstoneFilePath(stone.id),
  );
}

function placed<T>(read: { readonly value: T }, path: string, expected: string): Checked<T> {
  return path === expected ? read : { problems: [fieldProblem('file_misplaced', [], { expected })] };
}
