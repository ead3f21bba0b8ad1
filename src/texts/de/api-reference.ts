import { localPath } from '../local-path.ts';
import type * as english from '../en/api-reference.ts';

export const apiReferenceTexts: typeof english.apiReferenceTexts = {
  pageTitle: (part) => `API: ${part}`,
  pageDescription: (part) => `Der Teil „${part}“ der API-Referenz, in allen Einzelheiten.`,
  operations: 'Operationen',
  filter: 'Operationen filtern',
  basics: 'Grundlagen',
  schemas: 'Schemas',
  start: 'Jeder Pfad beginnt mit dieser Adresse:',
  address: 'Adresse der API',
  madeFromHtml:
    'Diese Seite entsteht aus dem <a href="/openapi.json">OpenAPI-Dokument</a>, das auch Codegeneratoren und andere Werkzeuge lesen. Es ist auf Englisch, und so steht es auch hier.',
  authentication: 'Anmeldung',
  keyHtml: `Lesen geht ohne Schlüssel. Schreiben nicht: Senden Sie ihn als <code>Authorization: Bearer &lt;key&gt;</code>. In den Beispielen steht er in der Variablen <code>API_KEY</code>. <a href="${localPath('/docs/owners/#key')}">So bekommen Sie einen Schlüssel</a>`,
  refusals: 'Ablehnungen',
  refusalsHtml: `Jede Ablehnung ist ein <a href="${localPath('/docs/api/schemas/#schema-Problem')}">Problem</a> (<code>application/problem+json</code>, RFC 9457). <a href="${localPath('/problems/')}">Die Liste der Fehlermeldungen</a> erklärt jeden <code>code</code>.`,
  commonHeaders: 'Header jeder Antwort',
};
