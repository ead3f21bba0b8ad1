import { existsSync } from 'node:fs';
import eslint from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import astro from 'eslint-plugin-astro';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const noWaiting =
  'Wait for an event, with expect.poll or vi.waitFor and `soon`, or inject the clock (CONTRIBUTING.md, "Tests").';

export default defineConfig(
  globalIgnores([
    'dist*/',
    'data/',
    '.astro/',
    'catalog/',
    // Made by "npm run schemas" and "npm run texts".
    'src/client/openapi.ts',
    'src/texts/*/',
    'src/texts/language-list.ts',
    'test-results/',
    'playwright-report/',
    'test/long/peers/sellers.js',
    'bench/lighthouse/',
    'economy/node_modules/',
    // Its types come from packages of its own, which are installed by those who use it.
    ...(existsSync('economy/node_modules') ? [] : ['economy/']),
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
      // With the DOM types these globals compile everywhere, although they are usually forgotten local variables.
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
      // A switch must handle all members of a union; a default branch counts.
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Braces around `() => doIt()` would add nothing.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Endless worker loops are written `while (true)`.
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      // As for the compiler, a leading underscore marks what is unused on purpose.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // Numbers have only one string form.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },

  {
    files: ['src/**', 'scripts/**'],
    plugins: { regexp },
    // Most input of regular expressions is untrusted, so none may take exponential or cubic time.
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
      // A test that waits for a time fails on a busy machine, and wastes it on a quick one. Each exception says why.
      'no-restricted-imports': ['error', { name: 'node:timers/promises', message: noWaiting }],
      'no-restricted-syntax': [
        'error',
        { selector: "CallExpression[callee.name='setTimeout']", message: noWaiting },
      ],
    },
  },
  {
    files: ['**/*.d.ts'],
    rules: {
      // An import statement would turn a global declaration file into a module.
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    },
  },

  // Plain JavaScript is outside the type-checked program.
  { files: ['**/*.{js,mjs}'], extends: [tseslint.configs.disableTypeChecked] },
  {
    files: ['.ci/*.mjs'],
    languageOptions: { globals: { console: 'readonly', process: 'readonly' } },
  },
  // The compiler checks the one script that is no module, and knows the globals of a page.
  { files: ['src/browser/*.js'], rules: { 'no-undef': 'off' } },

  astro.configs['flat/recommended'],
  {
    files: ['**/*.astro'],
    // The Astro parser does not support the project service.
    languageOptions: { parserOptions: { projectService: false, project: './tsconfig.json' } },
    rules: {
      'no-var': 'error',
      'prefer-const': 'error',
      // `astro check` covers this, and knows the globals of components.
      'no-undef': 'off',
      // The linter cannot type elements and imported components in templates.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  // The linter sees scripts inside components as virtual files, which belong to no project.
  { files: ['**/*.astro/*.{js,ts}'], extends: [tseslint.configs.disableTypeChecked] },
);
