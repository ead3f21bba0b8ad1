import { useOwnDictionaries } from '../../src/adapters/search/own-dictionaries.ts';

// Texts are read in all languages, as on a server.
useOwnDictionaries();
