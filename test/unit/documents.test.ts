import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { Category } from '../../src/domain/category.ts';
import { readServiceFile } from '../../src/domain/read-service-file.ts';
import { printServiceFile } from '../../src/domain/service-file.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const Package = z.object({ scripts: z.record(z.string(), z.string()) });
const { scripts } = Package.parse(JSON.parse(read('package.json')));

describe.each(['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })])('%s', (path) => {
  const text = read(path);

  it('has no broken links', () => {
    const links = [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
    // `../../` leads from a file to the other pages of its repository on GitHub.
    const local = links.filter((link) => !link.startsWith('https://') && !link.startsWith('../../issues/'));

    expect(local.filter((link) => !existsSync(join(root, dirname(path), link)))).toEqual([]);
  });

  it('names only commands that exist', () => {
    const named = [...text.matchAll(/npm run (\w[\w:-]*)/g)].map(([, name = '']) => name);

    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

describe('README.md', () => {
  it('has 1,000 words at most', () => {
    expect(read('README.md').split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(1000);
  });
});

describe('docs/operation/settings.md', () => {
  it('lists every variable that environment.ts reads, and no other', () => {
    const cells = [...read('docs/operation/settings.md').matchAll(/^\| (`[^|]*)\|/gm)].map(
      ([, cell = '']) => cell,
    );
    const listed = cells.flatMap((cell) => [...cell.matchAll(/`([A-Z_]+)`/g)]).map(([, name]) => name);
    const known = [...read('src/config/environment.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(
      ([, name]) => name,
    );

    expect(listed.toSorted()).toEqual(known.toSorted());
  });
});

describe('the decisions', () => {
  const names = globSync('*.md', { cwd: join(root, 'docs/decisions') }).filter(
    (name) => name !== 'README.md',
  );

  it.each(names)('%s has a number, four parts and 150 words at most', (name) => {
    const text = read(`docs/decisions/${name}`);

    expect(name).toMatch(/^\d{3}(-[a-z0-9]+)+\.md$/);
    expect(text.match(/^## .*$/gm)).toEqual(['## Context', '## Decision', '## Consequence', '## Status']);
    expect(text.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(150);
  });

  it('are listed once each, by their titles', () => {
    const listed = [
      ...read('docs/decisions/README.md').matchAll(/^- \[(\d{3})\]\((\1-.*\.md)\): (.*)$/gm),
    ].map(([, , name = '', title]) => ({ name, title }));
    const titled = names.toSorted().map((name) => ({
      name,
      title: /^# (.*)$/m.exec(read(`docs/decisions/${name}`))?.[1],
    }));

    // A later decision belongs to its subject, not to the end.
    expect(listed.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(titled);
  });
});

describe('the example of CONTRIBUTING.md', () => {
  const text = read('CONTRIBUTING.md');

  it('is a valid file with the right name', () => {
    const [, example = ''] = /```json\n(.*?)```/s.exec(text) ?? [];
    const [, path = ''] = /`catalog\/(services\/\w\w\/[\w-]+\.json)`:/.exec(text) ?? [];
    const categories = z.array(Category).parse(JSON.parse(read('catalog/categories.json')));
    const hasCategory = (id: string): boolean => categories.some((category) => category.id === id);

    const checked = readServiceFile(path, example, { allowInsecure: false }, { hasCategory });
    expect(checked).toHaveProperty('value');
    if ('value' in checked) expect(printServiceFile(checked.value)).toBe(example);
  });
});

/** https://docs.github.com/communities/using-templates-to-encourage-useful-issues-and-pull-requests/syntax-for-githubs-form-schema */
const field = {
  id: z.string().regex(/^[\w-]+$/),
  validations: z.strictObject({ required: z.boolean() }).optional(),
};
const asked = { label: z.string().min(1), description: z.string().optional() };
const Form = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  title: z.string().optional(),
  labels: z.array(z.string()).optional(),
  body: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({
        type: z.literal('markdown'),
        attributes: z.strictObject({ value: z.string().min(1) }),
      }),
      z.strictObject({
        type: z.enum(['input', 'textarea']),
        ...field,
        attributes: z.strictObject({ ...asked, placeholder: z.string().optional() }),
      }),
      z.strictObject({
        type: z.literal('dropdown'),
        ...field,
        attributes: z.strictObject({ ...asked, options: z.array(z.string().min(1)).min(1) }),
      }),
    ]),
  ),
});

describe.each(
  globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: root }).filter((path) => basename(path) !== 'config.yml'),
)('the form %s', (path) => {
  it('is valid, and asks no question twice', () => {
    const { body } = Form.parse(parse(read(path)));
    const questions = body.flatMap((item) => (item.type === 'markdown' ? [] : [item]));

    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
    expect(new Set(questions.map(({ attributes }) => attributes.label)).size).toBe(questions.length);
    for (const question of questions) {
      if (question.type !== 'dropdown') continue;
      const { options } = question.attributes;
      expect(new Set(options).size).toBe(options.length);
    }
  });
});
