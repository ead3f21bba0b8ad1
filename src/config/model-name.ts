import { statSync } from 'node:fs';

/** Whether a text can name a model: `none`, a folder that is there, or a name on the Hugging Face Hub like `Xenova/all-MiniLM-L6-v2`. */
export function isModelName(text: string): boolean {
  if (/^[\w-][\w.-]{0,95}(?:\/[\w-][\w.-]{0,95})?$/.test(text)) return true;

  return text.length <= 1_024 && statSync(text, { throwIfNoEntry: false })?.isDirectory() === true;
}
