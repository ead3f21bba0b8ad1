/** The documents that are Markdown files, as HTML. */
export { compiledContent as ownersWorkflow } from '../../../docs/de/owners-workflow.md';
export { compiledContent as security } from '../../../docs/de/security.md';
