/** The files below the document about workflows. */
export const workflowFiles = {
  workflow: 'The workflow',
  workflowHtml:
    'Save this as <code>.github/workflows/tollbook.yml</code>. Its <code>CATALOG</code> is this catalog.',
  theWorkflow: 'the workflow',
  example: 'The example',
  exampleHtml:
    'Save this as <code>tollbook.json</code> at the top of the repository, and describe your service in it.',
};
