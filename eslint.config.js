import eslint from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import astro from 'eslint-plugin-astro';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

export default defineConfig(
  globalIgnores([
    'dist*/',
    'data/',
    '.astro/',
    'catalog/',
    'test-results/',
    'playwright-report/',
    'test/peers/sellers.js',
    'bench/lighthouse/',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error', reportUnusedInlineConfigs: 'error' } },

  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      curly: ['error', 'multi-line'],
      eqeqeq: 'error',
      // The DOM types make these names compile everywhere, where they are forgotten local variables.
      'no-restricted-globals': [
        'error',
        'event',
        'name',
        'status',
        'length',
        'parent',
        'top',
        'self',
        'origin',
      ],
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      // An import that holds only types must vanish as a whole when Node strips the types.
      '@typescript-eslint/no-import-type-side-effects': 'error',
      // A closed union must be handled whole; a default branch counts as handling it.
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // `() => doIt()` is a plain callback, braces would add nothing.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Endless worker loops are written `while (true)`.
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      // Same convention as the compiler's: a leading underscore marks what is unused on purpose.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // Numbers print unambiguously.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },

  {
    files: ['src/**', 'scripts/**'],
    plugins: { regexp },
    // Strangers write most of what patterns are matched against: none may take exponential or cubic time.
    rules: { 'regexp/no-super-linear-backtracking': ['error', { report: 'certain' }] },
  },
  {
    files: ['src/**'],
    // The server has a logger; command lines print.
    rules: { 'no-console': 'error' },
  },
  {
    files: ['test/**'],
    rules: {
      // Fakes implement asynchronous interfaces without having to wait for anything.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['**/*.d.ts'],
    rules: {
      // A global declaration file has no import statements, they would make it a module.
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    },
  },

  // Plain JavaScript is outside the type-checked program.
  { files: ['**/*.{js,mjs}'], extends: [tseslint.configs.disableTypeChecked] },
  {
    files: ['.ci/*.mjs'],
    languageOptions: { globals: { console: 'readonly', process: 'readonly' } },
  },

  astro.configs['flat/recommended'],
  {
    files: ['**/*.astro'],
    // The Astro parser knows no project service; it reads the project itself.
    languageOptions: { parserOptions: { projectService: false, project: './tsconfig.json' } },
    rules: {
      'no-var': 'error',
      'prefer-const': 'error',
      // `astro check` knows the globals of components, this rule does not.
      'no-undef': 'off',
      // In a template every element and every imported component is of an unknown type to the linter.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  // Scripts inside components reach the linter as virtual files, which no project contains.
  { files: ['**/*.astro/*.{js,ts}'], extends: [tseslint.configs.disableTypeChecked] },
);
