import type * as english from '../en/owners-workflow.ts';

export const workflowFiles: typeof english.workflowFiles = {
  workflow: 'Der Workflow',
  workflowHtml:
    'Speichern Sie das als <code>.github/workflows/tollbook.yml</code>. <code>CATALOG</code> ist darin schon dieser Katalog.',
  theWorkflow: 'den Workflow',
  example: 'Das Beispiel',
  exampleHtml:
    'Speichern Sie das als <code>tollbook.json</code> ganz oben im Repository, und beschreiben Sie darin Ihren Dienst.',
};
