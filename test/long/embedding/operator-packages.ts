import { registerHooks } from 'node:module';

/*
 * Loaded before a program, this makes it find what is installed in this folder, as if an operator had installed it in the project. With
 * HUB_URL, that server stands for the Hugging Face Hub.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier,
      specifier === '@huggingface/transformers' ? { ...context, parentURL: import.meta.url } : context,
    ),
});

const hub = process.env['HUB_URL'];
const { fetch } = globalThis;
if (hub !== undefined) {
  globalThis.fetch = (input, init) =>
    fetch(typeof input === 'string' ? input.replace('https://huggingface.co', hub) : input, init);
}
