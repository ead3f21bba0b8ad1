/**
 * The schema as a list of migrations. `user_version` of a database is the number of migrations applied to it. Append new ones, and
 * never change one that has been released. Times are milliseconds since 1970, UTC.
 */
export const migrations: readonly string[] = [
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
];

/** All tables of the newest schema. */
export const tables = ['api_key', 'idempotency', 'change', 'probe_check', 'check_day', 'standing'];
