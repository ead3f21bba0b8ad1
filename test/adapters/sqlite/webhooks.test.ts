import { describe } from 'vitest';
import { SqliteWebhooks } from '../../../src/adapters/sqlite/webhooks.ts';
import { MemoryWebhooks } from '../../fixtures/memory-webhooks.ts';
import { aStateDatabase } from '../../support/state-database.ts';
import { webhookStoreSuite } from '../suites/webhook-store.ts';

describe('SqliteWebhooks', () => {
  webhookStoreSuite(async () => new SqliteWebhooks(await aStateDatabase()));
});

describe('MemoryWebhooks, their test double', () => {
  webhookStoreSuite(async () => new MemoryWebhooks());
});
