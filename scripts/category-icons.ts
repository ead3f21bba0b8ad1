import { writeFile } from 'node:fs/promises';
import { icons as lucide } from '@iconify-json/lucide';
import { Command } from 'commander';
import { runCommand } from './run-command.ts';

const written = new URL('../src/site/category-icons.ts', import.meta.url);

/** The icon of Lucide for each category. */
const iconNames: Readonly<Record<string, string>> = {
  'ai-inference': 'bot',
  'media-processing': 'image',
  'text-nlp': 'languages',
  'documents-conversion': 'file-text',
  'search-web': 'globe',
  'market-data': 'chart-line',
  'crypto-data': 'bitcoin',
  'blockchain-infra': 'blocks',
  'commerce-payments': 'shopping-cart',
  'weather-environment': 'cloud-sun',
  'maps-geolocation': 'map-pin',
  'transport-travel': 'tram-front',
  'government-legal': 'landmark',
  'business-compliance': 'briefcase',
  'identity-security': 'shield-check',
  'communication-social': 'message-circle',
  'developer-tools': 'wrench',
  'storage-compute': 'server',
  'health-science': 'flask-conical',
  'food-lifestyle': 'utensils',
  'sports-games': 'trophy',
  'entertainment-culture': 'clapperboard',
  'news-reference': 'newspaper',
  other: 'shapes',
};

const head = `/*
 * Made by scripts/category-icons.ts from Lucide (https://lucide.dev):
 * Copyright (c) 2026 Lucide Icons and Contributors, ISC License. Permission to use, copy, modify, and/or distribute this software for any purpose
 * with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies. The software
 * is provided "as is" and the authors disclaim all warranties with regard to it.
 */

/** The icon of each category as path data, in a square of 24 units. */
export const categoryIcons: Readonly<Record<string, string>> = `;

async function write(): Promise<void> {
  const drawn = Object.entries(iconNames).map(([category, name]) => [category, pathOf(name)]);
  await writeFile(written, `${head}${JSON.stringify(Object.fromEntries(drawn), null, 2)};\n`);
  console.log(`written: ${String(drawn.length)} icons`);
}

/** All shapes of an icon as one path. */
function pathOf(name: string): string {
  const shapes = (lucide.icons[name]?.body ?? '').matchAll(/<(path|circle|rect|line)\s([^>]*?)\/>/g);

  return [...shapes].map(([, kind = '', attributes = '']) => partOf(kind, attributes)).join('');
}

function partOf(kind: string, attributes: string): string {
  const named = new Map(
    [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  const read = (name: string): number => Number(named.get(name) ?? 0);
  // A path that begins with a relative move would be relative to the one before.
  if (kind === 'path') return (named.get('d') ?? '').replace(/^m/, 'M');
  if (kind === 'circle') return circle(read('cx'), read('cy'), read('r'));
  if (kind === 'line') return `M${read('x1')} ${read('y1')}L${read('x2')} ${read('y2')}`;

  return rectangle([read('x'), read('y'), read('width'), read('height'), read('rx')]);
}

function circle(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0`;
}

/** A rectangle with round corners. */
function rectangle([x = 0, y = 0, wide = 0, high = 0, r = 0]: readonly number[]): string {
  const corner = (dx: number, dy: number): string => (r === 0 ? '' : `a${r} ${r} 0 0 1 ${dx} ${dy}`);

  return [
    `M${x + r} ${y}h${wide - 2 * r}${corner(r, r)}`,
    `v${high - 2 * r}${corner(-r, r)}h${2 * r - wide}${corner(-r, -r)}`,
    `v${2 * r - high}${corner(r, -r)}z`,
  ].join('');
}

await runCommand(
  new Command('category-icons').description('Writes the icons of categories, from Lucide.').action(write),
);
