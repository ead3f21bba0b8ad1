import type { Database } from 'better-sqlite3';
import { packStoredChecks } from './migrate-checks.ts';

/** SQL, or what moves rows that SQL cannot. Runs in a transaction. */
type Migration = string | ((database: Database) => void);

/**
 * The schema as a list of migrations. `user_version` of a database is the number of migrations applied to it. Append new ones, and
 * never change one that has been released. Times are milliseconds since 1970, UTC.
 */
export const migrations: readonly Migration[] = [
  `
  CREATE TABLE api_key (
    id          TEXT PRIMARY KEY,
    owner       TEXT NOT NULL,
    secret_hash BLOB NOT NULL,
    created_at  INTEGER NOT NULL,
    expires_at  INTEGER,
    revoked_at  INTEGER
  ) STRICT;

  CREATE TABLE idempotency (
    key_id     TEXT NOT NULL,
    key        TEXT NOT NULL,
    body_hash  TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    service_id TEXT,
    body       TEXT,
    PRIMARY KEY (key_id, key)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX idempotency_by_age ON idempotency (started_at);

  CREATE TABLE change (
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    at         INTEGER NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('created', 'updated', 'deleted')),
    service_id TEXT NOT NULL,
    name       TEXT NOT NULL,
    endpoint   TEXT NOT NULL,
    digest     TEXT NOT NULL,
    commit_id  TEXT NOT NULL
  ) STRICT;

  CREATE INDEX change_by_service ON change (service_id, seq);
  `,
  `
  CREATE TABLE probe_check (
    service_id  TEXT NOT NULL,
    at          INTEGER NOT NULL,
    verdict     TEXT NOT NULL,
    detail      TEXT NOT NULL,
    http_status INTEGER,
    latency_ms  INTEGER,
    PRIMARY KEY (service_id, at)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX probe_check_by_age ON probe_check (at);

  CREATE TABLE check_day (
    service_id TEXT NOT NULL,
    date       TEXT NOT NULL,
    checks     INTEGER NOT NULL,
    ok         INTEGER NOT NULL,
    verified   INTEGER NOT NULL,
    blocked    INTEGER NOT NULL,
    latency_ms INTEGER NOT NULL,
    p50_ms     INTEGER,
    p95_ms     INTEGER,
    PRIMARY KEY (service_id, date)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE standing (
    service_id    TEXT PRIMARY KEY,
    status        TEXT NOT NULL,
    verdict       TEXT,
    detail        TEXT,
    checked_at    INTEGER,
    since         INTEGER,
    failures      INTEGER NOT NULL,
    failing_since INTEGER,
    terms_key     TEXT,
    terms_since   INTEGER,
    chains        TEXT NOT NULL,
    observed_at   INTEGER,
    observation   TEXT
  ) STRICT, WITHOUT ROWID;
  `,
  `
  ALTER TABLE standing ADD COLUMN wildcard INTEGER;
  `,
  `
  CREATE TABLE asked_terms (
    service_id TEXT NOT NULL,
    source     TEXT NOT NULL CHECK (source IN ('declared', 'observed')),
    network    TEXT NOT NULL,
    asset      TEXT NOT NULL,
    wallet     TEXT NOT NULL,
    units      TEXT NOT NULL,
    is_limit   INTEGER NOT NULL,
    since      INTEGER NOT NULL,
    until      INTEGER,
    PRIMARY KEY (service_id, source, since, network, asset, wallet, units, is_limit)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX asked_terms_by_account ON asked_terms (network, asset, wallet);

  CREATE TABLE account (
    id         INTEGER PRIMARY KEY,
    network    TEXT NOT NULL,
    asset      TEXT NOT NULL,
    wallet     TEXT NOT NULL,
    from_block INTEGER,
    from_at    INTEGER,
    to_block   INTEGER,
    to_at      INTEGER,
    pruned_to  INTEGER,
    UNIQUE (network, asset, wallet)
  ) STRICT;

  CREATE TABLE payee (
    id         INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL,
    services   TEXT NOT NULL,
    payments   INTEGER NOT NULL,
    payers     INTEGER NOT NULL,
    units      TEXT NOT NULL,
    UNIQUE (account_id, services)
  ) STRICT;

  CREATE TABLE payee_service (
    service_id TEXT NOT NULL,
    payee_id   INTEGER NOT NULL,
    PRIMARY KEY (service_id, payee_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE payment (
    network  TEXT NOT NULL,
    block    INTEGER NOT NULL,
    place    INTEGER NOT NULL,
    tx       TEXT NOT NULL,
    payee_id INTEGER NOT NULL,
    payer    TEXT NOT NULL,
    units    TEXT NOT NULL,
    at       INTEGER NOT NULL,
    UNIQUE (network, block, place, tx)
  ) STRICT;

  CREATE INDEX payment_by_payee ON payment (payee_id, at, payer);
  CREATE INDEX payment_by_block ON payment (payee_id, block);
  CREATE INDEX payment_by_age ON payment (at);

  CREATE TABLE payment_day (
    payee_id INTEGER NOT NULL,
    date     TEXT NOT NULL,
    payments INTEGER NOT NULL,
    units    TEXT NOT NULL,
    payers   INTEGER NOT NULL,
    PRIMARY KEY (payee_id, date)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE payer (
    payee_id INTEGER NOT NULL,
    payer    TEXT NOT NULL,
    payments INTEGER NOT NULL,
    PRIMARY KEY (payee_id, payer)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX payer_by_payments ON payer (payee_id, payments);

  CREATE TABLE checkpoint (
    network TEXT NOT NULL,
    head    INTEGER NOT NULL,
    hash    TEXT NOT NULL,
    counted INTEGER NOT NULL,
    is_sure INTEGER NOT NULL,
    PRIMARY KEY (network, head)
  ) STRICT, WITHOUT ROWID;
  `,
  // Owners stand in the catalog now, so each name takes the form that they have there.
  `
  UPDATE api_key SET owner = lower(replace(trim(owner), ' ', '-'));
  UPDATE api_key SET owner = 'key-' || id
    WHERE owner GLOB '*[^a-z0-9._-]*' OR owner GLOB '[._-]*' OR length(owner) NOT BETWEEN 1 AND 64;
  ALTER TABLE api_key ADD COLUMN repository TEXT;
  CREATE INDEX api_key_by_owner ON api_key (owner);
  CREATE INDEX api_key_by_expiry ON api_key (expires_at);
  CREATE INDEX api_key_by_revocation ON api_key (revoked_at);

  ALTER TABLE idempotency ADD COLUMN expected TEXT;
  ALTER TABLE standing ADD COLUMN subject TEXT;

  CREATE TABLE challenge (
    nonce      TEXT PRIMARY KEY,
    account    TEXT NOT NULL,
    message    TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX challenge_by_expiry ON challenge (expires_at);

  CREATE TABLE used_token (
    issuer     TEXT NOT NULL,
    jti        TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (issuer, jti)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX used_token_by_expiry ON used_token (expires_at);

  CREATE TABLE block (
    kind    TEXT NOT NULL CHECK (kind IN ('owner', 'host')),
    subject TEXT NOT NULL,
    reason  TEXT NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (kind, subject)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE proof_look (
    service_id TEXT PRIMARY KEY,
    evidence   TEXT NOT NULL,
    held_at    INTEGER NOT NULL,
    looked_at  INTEGER NOT NULL,
    misses     INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  // An index of the commits in git. `path` is null where the file lies in its usual place.
  `
  CREATE TABLE service_version (
    service_id TEXT NOT NULL,
    number     INTEGER NOT NULL,
    kind       TEXT NOT NULL,
    commit_id  BLOB NOT NULL,
    at         INTEGER NOT NULL,
    path       TEXT,
    blob       BLOB,
    PRIMARY KEY (service_id, number)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE version_progress (
    id       INTEGER PRIMARY KEY CHECK (id = 1),
    head     TEXT NOT NULL,
    depth    TEXT NOT NULL,
    is_whole INTEGER NOT NULL
  ) STRICT;
  `,
  // What checks found of the offers of a service, as JSON.
  `
  ALTER TABLE standing ADD COLUMN offers TEXT;
  `,
  // What live 402s asked over time, and the wallets that they name beside the declared one, both as JSON.
  `
  ALTER TABLE standing ADD COLUMN payees TEXT;

  CREATE TABLE seen_terms (
    service_id TEXT NOT NULL,
    first_seen INTEGER NOT NULL,
    last_seen  INTEGER NOT NULL,
    endpoint   TEXT NOT NULL,
    fields     TEXT NOT NULL,
    PRIMARY KEY (service_id, first_seen)
  ) STRICT, WITHOUT ROWID;
  `,
  // The change log becomes a feed. What it knows of services has a table of its own, so that old changes can be forgotten. In a new
  // database, numbers begin high: the changes that git tells of, from before it, fit below.
  `
  CREATE TABLE listing (
    service_id TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    endpoint   TEXT NOT NULL,
    digest     TEXT NOT NULL,
    seen       TEXT,
    removed_at INTEGER
  ) STRICT, WITHOUT ROWID;

  INSERT INTO listing (service_id, name, endpoint, digest, removed_at)
    SELECT service_id, name, endpoint, digest, iif(kind = 'deleted', at, NULL) FROM change
    WHERE seq IN (SELECT max(seq) FROM change GROUP BY service_id);

  CREATE TABLE feed (
    id        INTEGER PRIMARY KEY CHECK (id = 1),
    epoch     TEXT NOT NULL,
    is_seeded INTEGER NOT NULL,
    is_pruned INTEGER NOT NULL
  ) STRICT;

  INSERT INTO feed (id, epoch, is_seeded, is_pruned)
    VALUES (1, lower(hex(randomblob(8))), EXISTS (SELECT 1 FROM change), 0);

  CREATE TABLE feed_change (
    number     INTEGER PRIMARY KEY AUTOINCREMENT,
    at         INTEGER NOT NULL,
    kind       TEXT NOT NULL,
    service_id TEXT NOT NULL,
    commit_id  BLOB NOT NULL,
    reason     TEXT
  ) STRICT;

  INSERT INTO sqlite_sequence (name, seq) VALUES ('feed_change', 1099511627776);
  INSERT INTO feed_change (number, at, kind, service_id, commit_id)
    SELECT seq, at, kind, service_id, unhex(commit_id) FROM change WHERE unhex(commit_id) IS NOT NULL;

  DROP TABLE change;

  CREATE INDEX service_version_by_age ON service_version (at, service_id, number);
  `,
  // The last checkpoint of the transparency log that was signed.
  `
  CREATE TABLE signed_checkpoint (
    origin TEXT PRIMARY KEY,
    size   INTEGER NOT NULL,
    root   BLOB NOT NULL,
    note   TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  // What feeds for readers tell of a change, and against what, both as JSON. Without what was seen, each listing is noted anew with its
  // profile, and nothing told of it.
  `
  ALTER TABLE feed_change ADD COLUMN news TEXT;
  ALTER TABLE feed_change ADD COLUMN category TEXT;
  ALTER TABLE listing ADD COLUMN profile TEXT;
  UPDATE listing SET seen = NULL;

  CREATE INDEX news ON feed_change (number) WHERE news IS NOT NULL;
  CREATE INDEX news_by_service ON feed_change (service_id, number) WHERE news IS NOT NULL;
  CREATE INDEX news_by_category ON feed_change (category, number) WHERE news IS NOT NULL;
  `,
  // Webhooks with their places in the feed, and the deliveries that were made of its changes.
  `
  CREATE TABLE webhook (
    id            TEXT PRIMARY KEY,
    owner         TEXT NOT NULL,
    repository    TEXT,
    url           TEXT NOT NULL,
    kinds         TEXT NOT NULL,
    query         TEXT NOT NULL,
    secret        TEXT NOT NULL,
    former_secret TEXT,
    former_until  INTEGER,
    created_at    INTEGER NOT NULL,
    epoch         TEXT NOT NULL,
    number        INTEGER NOT NULL,
    at            INTEGER NOT NULL,
    missed_at     INTEGER,
    off_cause     TEXT,
    off_reason    TEXT,
    off_at        INTEGER,
    paused_until  INTEGER,
    accepted_at   INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX webhook_by_owner ON webhook (owner, created_at);

  CREATE TABLE webhook_delivery (
    webhook_id     TEXT NOT NULL,
    number         INTEGER NOT NULL,
    id             TEXT NOT NULL,
    epoch          TEXT NOT NULL,
    at             INTEGER NOT NULL,
    kind           TEXT NOT NULL,
    service_id     TEXT NOT NULL,
    commit_id      BLOB NOT NULL,
    reason         TEXT,
    status         TEXT NOT NULL,
    tries          INTEGER NOT NULL,
    step           INTEGER NOT NULL,
    first_tried_at INTEGER,
    last_tried_at  INTEGER,
    next_try_at    INTEGER,
    http_status    INTEGER,
    detail         TEXT,
    PRIMARY KEY (webhook_id, number)
  ) STRICT, WITHOUT ROWID;
  `,
  // The schemes and extensions of live 402s, as JSON.
  `
  ALTER TABLE standing ADD COLUMN traits TEXT;
  `,
  // The ways to pay that the last answer offered beside or instead of x402, as JSON.
  `
  ALTER TABLE standing ADD COLUMN rails TEXT;
  `,
  packStoredChecks,
  // The commit of the catalog that the first change of the feed follows, which says how far git tells what was before.
  `
  ALTER TABLE feed ADD COLUMN begins_after TEXT;
  `,
  // The number of the last change of a service.
  `
  ALTER TABLE listing ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
  `,
  // 1 for a webhook that its owner changed, until the part that delivers has seen it.
  `
  ALTER TABLE webhook ADD COLUMN woken INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX webhook_woken ON webhook (id) WHERE woken = 1;
  `,
  // What a key may do. Keys from before could write.
  `
  ALTER TABLE api_key ADD COLUMN scope TEXT NOT NULL DEFAULT 'write' CHECK (scope IN ('write', 'operate'));
  `,
  // The audit trail: a line for each act, completed when the act has ended.
  `
  CREATE TABLE audit_line (
    number     INTEGER PRIMARY KEY AUTOINCREMENT,
    at         INTEGER NOT NULL,
    act        TEXT NOT NULL,
    owner      TEXT,
    key_id     TEXT,
    service_id TEXT,
    subject    TEXT,
    client     TEXT,
    request_id TEXT,
    outcome    TEXT
  ) STRICT;
  CREATE INDEX audit_line_by_age ON audit_line (at);
  CREATE INDEX audit_line_by_owner ON audit_line (owner, number);
  CREATE INDEX audit_line_by_service ON audit_line (service_id, number);
  CREATE INDEX audit_line_by_subject ON audit_line (subject, number);
  `,
  // Since when the live price has differed. Until now, a check that failed ended that.
  `
  ALTER TABLE standing ADD COLUMN price_since INTEGER;
  UPDATE standing SET price_since = since WHERE verdict = 'price_mismatch';
  `,
  // What owners who make their own keys made from an address of late is counted.
  `
  CREATE INDEX audit_line_by_client ON audit_line (client, act, at)
    WHERE owner LIKE '%:%' AND (outcome IS NULL OR outcome = 'done');
  `,
  // The maintainer who made a change.
  `
  ALTER TABLE feed_change ADD COLUMN changed_by TEXT;
  ALTER TABLE webhook_delivery ADD COLUMN changed_by TEXT;
  `,
  // What services are paid for and since when, who has paid them since then, and who funded these.
  `
  CREATE TABLE paid_subject (
    service_id TEXT PRIMARY KEY,
    endpoint   TEXT NOT NULL,
    network    TEXT NOT NULL,
    wallet     TEXT NOT NULL,
    since      INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE buyer (
    service_id   TEXT NOT NULL,
    network      TEXT NOT NULL,
    asset        TEXT NOT NULL,
    payer        TEXT NOT NULL,
    units        TEXT NOT NULL,
    last_block   INTEGER NOT NULL,
    funding      TEXT,
    looked_units TEXT,
    tried_at     INTEGER,
    PRIMARY KEY (service_id, network, asset, payer)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX buyer_by_try ON buyer (network, tried_at);
  `,
  // Since when checks have found the declared wallet, network and token: until now, at least as long as the same terms.
  `
  ALTER TABLE standing ADD COLUMN payee_since INTEGER;
  UPDATE standing SET payee_since = terms_since
    WHERE verdict NOT IN ('payto_mismatch', 'network_mismatch', 'asset_mismatch');
  `,
  // How often of late the wallet or the price of a service was another one.
  'ALTER TABLE standing ADD COLUMN varying TEXT',
  // Since when a service has asked for something that was not compared, and how many checks of the window found that.
  `
  ALTER TABLE standing ADD COLUMN unread_since INTEGER;
  ALTER TABLE standing ADD COLUMN window_unread INTEGER NOT NULL DEFAULT 0;
  `,
];

export function applyMigration(migration: Migration, database: Database): void {
  if (typeof migration === 'string') database.exec(migration);
  else migration(database);
}
