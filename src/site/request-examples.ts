import { shellWord } from './shell-word.ts';

/** A request as code to paste. */
export interface ExampleRequest {
  readonly id: string;
  readonly title: string;
  readonly code: string;
}

interface Parts {
  readonly method: string;
  /** The URL, with names of path parameters in braces. */
  readonly url: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly isRequired: boolean;
    /** Undefined where no value would do for everybody. */
    readonly example: unknown;
  }[];
  readonly needsKey: boolean;
  readonly body: { readonly mediaType: string; readonly example: unknown } | undefined;
  /** The media type of the answer. */
  readonly answer: string;
}

export function isJson(mediaType: string): boolean {
  return /^application\/(?:[\w.-]+\+)?json$/.test(mediaType);
}

export function isText(mediaType: string): boolean {
  return isJson(mediaType) || mediaType.startsWith('text/') || mediaType === 'application/x-ndjson';
}

/** The request in curl and in JavaScript, with every required parameter and the first optional one that has an example. */
export function exampleRequests(parts: Parts): ExampleRequest[] {
  const url = filledIn(parts);

  return [
    { id: 'curl', title: 'curl', code: curl(parts, url) },
    { id: 'javascript', title: 'JavaScript', code: javaScript(parts, url) },
  ];
}

function filledIn({ url, parameters }: Parts): string {
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((path, { name, example }) => path.replace(`{${name}}`, encodeURIComponent(textOf(example))), url);
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const optional = query.find(({ isRequired, example }) => !isRequired && example !== undefined);
  const given = query.filter((parameter) => parameter.isRequired || parameter === optional);
  const pairs = given.flatMap(({ name, example }) => [example].flat().map((value) => [name, textOf(value)]));

  return pairs.length === 0 ? filled : `${filled}?${new URLSearchParams(pairs).toString()}`;
}

function curl({ method, needsKey, body, parameters, answer }: Parts, url: string): string {
  const implied = body ? 'POST' : 'GET';
  const sendsJson = body?.mediaType === 'application/json';
  const options = [
    ...(method === implied ? [] : [`-X ${method}`]),
    ...(needsKey ? ['-H "Authorization: Bearer $API_KEY"'] : []),
    ...requiredHeaders(parameters).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`),
    ...(body && !sendsJson ? [`-H ${shellWord(`Content-Type: ${body.mediaType}`)}`] : []),
    ...(body
      ? [`${sendsJson ? '--json' : '--data'} ${shellWord(JSON.stringify(body.example, null, 2))}`]
      : []),
    ...(isText(answer) ? [] : ['--remote-name']),
  ];

  return [`curl ${shellWord(url)}`, ...options].join(' \\\n  ');
}

function javaScript({ method, needsKey, body, parameters, answer }: Parts, url: string): string {
  const headers = [
    ...(needsKey ? ['Authorization: `Bearer ${apiKey}`,'] : []),
    ...requiredHeaders(parameters).map(
      ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)},`,
    ),
    ...(body ? [`'Content-Type': ${JSON.stringify(body.mediaType)},`] : []),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers.map((header) => `    ${header}`), '  },']),
    ...(body ? [`  body: JSON.stringify(${indented(JSON.stringify(body.example, null, 2))}),`] : []),
  ];
  const given = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`;

  return [
    `const response = await fetch(${JSON.stringify(url)}${given});`,
    `console.log(response.status, await response.${readerOf(answer)}());`,
  ].join('\n');
}

/** The method that reads a body in JavaScript. */
function readerOf(answer: string): string {
  if (isJson(answer)) return 'json';
  return isText(answer) ? 'text' : 'blob';
}

function requiredHeaders(parameters: Parts['parameters']): [string, string][] {
  return parameters
    .filter((parameter) => parameter.in === 'header' && parameter.isRequired)
    .map(({ name, example }) => [name, textOf(example)]);
}

function indented(json: string): string {
  return json.replaceAll('\n', '\n  ');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
