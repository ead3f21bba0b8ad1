import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeStaticHost } from './suite.ts';

const documented = new URL('../../../docs/hosting/nginx.conf', import.meta.url);

/** The part of nginx.conf that a distribution provides. */
const main = (folder: string): string => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  include ${folder}/tollbook.conf;
}`;

describeStaticHost({
  program: 'nginx',
  isRequired: process.env['CI'] !== undefined,
  async configure({ root, port, folder }) {
    const site = replaced(await readFile(documented, 'utf8'), {
      '    listen 80;\n    listen [::]:80;\n': `    listen 127.0.0.1:${String(port)};\n`,
      'root /var/www/tollbook;': `root ${root};`,
    });
    await writeFile(join(folder, 'tollbook.conf'), site);
    await writeFile(join(folder, 'nginx.conf'), main(folder));

    return { args: ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')] };
  },
});

/** Replaces each text, which must occur exactly once. */
function replaced(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((before, [from, to]) => {
    const [start, end, ...more] = before.split(from);
    if (start === undefined || end === undefined || more.length > 0) {
      throw new Error(`the documented configuration must say once: ${from}`);
    }

    return start + to + end;
  }, text);
}
