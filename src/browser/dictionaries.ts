import ar from '../search/languages/dictionaries/ar.json' with { type: 'json' };
import de from '../search/languages/dictionaries/de.json' with { type: 'json' };
import es from '../search/languages/dictionaries/es.json' with { type: 'json' };
import fr from '../search/languages/dictionaries/fr.json' with { type: 'json' };
import hi from '../search/languages/dictionaries/hi.json' with { type: 'json' };
import id from '../search/languages/dictionaries/id.json' with { type: 'json' };
import it from '../search/languages/dictionaries/it.json' with { type: 'json' };
import ja from '../search/languages/dictionaries/ja.json' with { type: 'json' };
import ko from '../search/languages/dictionaries/ko.json' with { type: 'json' };
import nl from '../search/languages/dictionaries/nl.json' with { type: 'json' };
import pl from '../search/languages/dictionaries/pl.json' with { type: 'json' };
import pt from '../search/languages/dictionaries/pt.json' with { type: 'json' };
import ru from '../search/languages/dictionaries/ru.json' with { type: 'json' };
import sv from '../search/languages/dictionaries/sv.json' with { type: 'json' };
import tr from '../search/languages/dictionaries/tr.json' with { type: 'json' };
import uk from '../search/languages/dictionaries/uk.json' with { type: 'json' };
import vi from '../search/languages/dictionaries/vi.json' with { type: 'json' };
import zh from '../search/languages/dictionaries/zh.json' with { type: 'json' };
import type { DictionaryFiles } from '../search/languages/languages.ts';

/** All dictionaries, for a copy of the site that has no server to read texts. */
export const dictionaries: DictionaryFiles = {
  ar,
  de,
  es,
  fr,
  hi,
  id,
  it,
  ja,
  ko,
  nl,
  pl,
  pt,
  ru,
  sv,
  tr,
  uk,
  vi,
  zh,
};
