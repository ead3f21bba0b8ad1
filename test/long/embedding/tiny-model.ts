import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lookupModel } from './onnx.ts';

/** Words of one line mean about the same. */
const topics = [
  'weather rain snow wind storm cloud sun temperature forecast climate humidity fog drizzle',
  'coin token price market trade swap exchange wallet block crypto chain order gas',
  'map place road city route address distance street country travel hotel flight border',
  'text word letter language translate summary grammar book write read spell story poem',
  'image photo picture draw color paint video camera scene face pixel film portrait',
  'music song sound voice speech audio melody rhythm concert band radio singer listen',
  'query passage search find service answer question data the a for of to',
  'food meal bread recipe cook kitchen fruit sourdough baguette',
].map((line) => line.split(' '));

const special = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '.', ':'];

const vocabulary = [...special, ...topics.flat()];

/** How many numbers a vector has. */
export const tinyDimensions = topics.length;

/** Every word points to its topic, and a little elsewhere; the others point a little everywhere. */
const table = vocabulary.map((word, number) => {
  const topic = topics.findIndex((words) => words.includes(word));
  return topics.map((_, at) => (at === topic ? 1 : ((number * 7 + at * 3) % 11) / 50));
});

const json = {
  'config.json': { model_type: 'bert', architectures: ['BertModel'], hidden_size: tinyDimensions },
  'tokenizer.json': {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: special.slice(0, 4).map((content, id) => ({ id, content, special: true })),
    normalizer: { type: 'BertNormalizer', lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [
        { SpecialToken: { id: '[CLS]', type_id: 0 } },
        { Sequence: { id: 'A', type_id: 0 } },
        { SpecialToken: { id: '[SEP]', type_id: 0 } },
      ],
      special_tokens: Object.fromEntries(
        ['[CLS]', '[SEP]'].map((id) => [id, { id, ids: [special.indexOf(id)], tokens: [id] }]),
      ),
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
    },
  },
  // As many a published model, it does not say how long its texts may be.
  'tokenizer_config.json': {
    tokenizer_class: 'BertTokenizer',
    pad_token: '[PAD]',
    unk_token: '[UNK]',
    cls_token: '[CLS]',
    sep_token: '[SEP]',
    model_max_length: 1e30,
  },
};

/** Which files with weights a model has. The quantized ones hold the opposite numbers, so that a test can tell which were loaded. */
export type Weights = 'model.onnx' | 'model_quantized.onnx';

/** Writes a model of about 100 words, in the files of a model on the Hugging Face Hub. */
export async function writeTinyModel(folder: string, weights: readonly Weights[]): Promise<void> {
  await mkdir(join(folder, 'onnx'), { recursive: true });
  for (const [name, value] of Object.entries(json)) {
    await writeFile(join(folder, name), JSON.stringify(value));
  }
  for (const name of weights) {
    const sign = name === 'model.onnx' ? 1 : -1;
    const rows = table.map((row) => row.map((number) => sign * number));
    await writeFile(join(folder, 'onnx', name), lookupModel(rows));
  }
}
