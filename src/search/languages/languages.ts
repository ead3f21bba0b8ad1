import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import hi from './hi.json' with { type: 'json' };
import id from './id.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import ko from './ko.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import ru from './ru.json' with { type: 'json' };
import sv from './sv.json' with { type: 'json' };
import tr from './tr.json' with { type: 'json' };
import uk from './uk.json' with { type: 'json' };
import vi from './vi.json' with { type: 'json' };
import zh from './zh.json' with { type: 'json' };
import { finish, type Work } from '../index/work.ts';
import { Dictionary, type DictionaryFile, type Grammar } from './dictionary.ts';

export interface Language {
  /** As in ISO 639-1. */
  readonly code: string;
  readonly file: DictionaryFile;
  readonly grammar?: Grammar;
}

/** Every language beside English. Of two that explain a text equally well, the earlier wins. */
export const languages: readonly Language[] = [
  { code: 'es', file: es },
  { code: 'fr', file: fr },
  { code: 'de', file: de, grammar: { beginnings: 4 } },
  { code: 'pt', file: pt },
  { code: 'it', file: it },
  { code: 'nl', file: nl, grammar: { beginnings: 4 } },
  { code: 'pl', file: pl },
  { code: 'sv', file: sv, grammar: { beginnings: 4 } },
  { code: 'tr', file: tr, grammar: { beginnings: 4, postpositions: true } },
  { code: 'id', file: id },
  { code: 'vi', file: vi },
  { code: 'zh', file: zh },
  { code: 'ja', file: ja, grammar: { postpositions: true } },
  { code: 'ko', file: ko, grammar: { beginnings: 1, postpositions: true } },
  { code: 'ru', file: ru },
  { code: 'uk', file: uk },
  {
    code: 'ar',
    file: ar,
    grammar: { article: 'ال', prefixes: ['وال', 'بال', 'لل', 'فال', 'و', 'ب', 'ل', 'ف', 'ك'] },
  },
  { code: 'hi', file: hi, grammar: { postpositions: true } },
];

const dictionaries = new Map<Language, Dictionary>();

/** Reads the file of a language when it is first asked for: that takes some milliseconds. */
export function dictionaryOf(language: Language): Dictionary {
  return dictionaries.get(language) ?? finish(readDictionary(language));
}

/** Reads all files that nobody has asked for yet, in slices. */
export function* readDictionaries(): Work {
  for (const language of languages) if (!dictionaries.has(language)) yield* readDictionary(language);
}

function* readDictionary(language: Language): Work<Dictionary> {
  const dictionary = yield* Dictionary.read(language.file, language.grammar);
  dictionaries.set(language, dictionary);
  return dictionary;
}
