import { describe } from 'vitest';
import { SqlWebhooks } from '../../../../src/adapters/state/webhooks.ts';
import { MemoryWebhooks } from '../../../fixtures/memory-webhooks.ts';
import { aStateDatabase } from '../../../support/state-database.ts';
import { webhookStoreSuite } from '../../../support/suites/webhook-store.ts';

describe('SqlWebhooks', () => {
  webhookStoreSuite(async () => new SqlWebhooks(await aStateDatabase()));
});

describe('MemoryWebhooks, their test double', () => {
  webhookStoreSuite(async () => new MemoryWebhooks());
});
