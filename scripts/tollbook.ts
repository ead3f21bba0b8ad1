#!/usr/bin/env node
import { tollbookCommand } from './tollbook/tollbook-command.ts';

await tollbookCommand();
