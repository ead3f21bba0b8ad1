import type { Schema } from '../state/schema.ts';
import { createTables, outcomeTables } from '../state/tables.ts';

/** `user_version` of a database is the version. */
export const schema: Schema = {
  first: 27,
  steps: [
    `${createTables}
  INSERT INTO feed (id, epoch, is_seeded, is_pruned) VALUES (1, lower(hex(randomblob(8))), 0, 0);
  INSERT INTO sqlite_sequence (name, seq) VALUES ('feed_change', 1099511627776);
  `,
    // Checks were packed in another form.
    `UPDATE standing SET recent = x''; DELETE FROM check_month`,
    outcomeTables,
  ],
};
