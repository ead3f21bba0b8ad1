import { Command } from 'commander';
import { bundleSite } from '../src/build/site-code.ts';
import './end-with-parent.ts';
import { runCommand } from './run-command.ts';

/* Bundles the site for a build, which starts this program: the bundler keeps half a gigabyte for as long as its process lives. */
await runCommand(new Command('bundle').arguments('<root> <folder> <cache>').action(bundleSite));
