/** The tables of a new state in the words of SQLite, which `postgres/schema.ts` translates. Times are milliseconds since 1970, UTC. */
export const createTables = `
  CREATE TABLE api_key (
    id          TEXT PRIMARY KEY,
    owner       TEXT NOT NULL,
    secret_hash BLOB NOT NULL,
    created_at  INTEGER NOT NULL,
    expires_at  INTEGER,
    revoked_at  INTEGER,
    repository  TEXT,
    scope       TEXT NOT NULL DEFAULT 'write' CHECK (scope IN ('write', 'operate'))
  ) STRICT;
  CREATE INDEX api_key_by_owner ON api_key (owner);
  CREATE INDEX api_key_by_expiry ON api_key (expires_at);
  CREATE INDEX api_key_by_revocation ON api_key (revoked_at);

  CREATE TABLE idempotency (
    key_id     TEXT NOT NULL,
    key        TEXT NOT NULL,
    body_hash  TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    service_id TEXT,
    body       TEXT,
    expected   TEXT,
    PRIMARY KEY (key_id, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX idempotency_by_age ON idempotency (started_at);

  -- The days of a service that are over, packed.
  CREATE TABLE check_month (
    service_id TEXT NOT NULL,
    month      INTEGER NOT NULL,
    days       BLOB NOT NULL,
    PRIMARY KEY (service_id, month)
  ) STRICT, WITHOUT ROWID;

  -- What the last 402 said whose terms could be read, as compressed JSON.
  CREATE TABLE live_terms (
    service_id  TEXT PRIMARY KEY,
    observation BLOB NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Where a service stands by its checks. Lists and what has parts are JSON.
  CREATE TABLE standing (
    service_id        TEXT PRIMARY KEY,
    subject           TEXT,
    status            TEXT NOT NULL,
    verdict           TEXT,
    detail            TEXT,
    checked_at        INTEGER,
    since             INTEGER,
    failures          INTEGER NOT NULL,
    failing_since     INTEGER,
    terms_key         TEXT,
    terms_since       INTEGER,
    payee_since       INTEGER,
    price_since       INTEGER,
    varying           TEXT,
    unread_since      INTEGER,
    chains            TEXT NOT NULL,
    wildcard          INTEGER,
    offers            TEXT,
    payees            TEXT,
    traits            TEXT,
    rails             TEXT,
    window_days       INTEGER NOT NULL,
    window_checks     INTEGER NOT NULL,
    window_ok         INTEGER NOT NULL,
    window_verified   INTEGER NOT NULL,
    window_unread     INTEGER NOT NULL DEFAULT 0,
    window_blocked    INTEGER NOT NULL,
    window_latency_ms INTEGER NOT NULL,
    recent            BLOB NOT NULL,
    oldest_at         INTEGER,
    observed_at       INTEGER,
    observed_digest   BLOB
  ) STRICT;

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

  -- What live 402s asked over time.
  CREATE TABLE seen_terms (
    service_id TEXT NOT NULL,
    first_seen INTEGER NOT NULL,
    last_seen  INTEGER NOT NULL,
    endpoint   TEXT NOT NULL,
    fields     TEXT NOT NULL,
    PRIMARY KEY (service_id, first_seen)
  ) STRICT, WITHOUT ROWID;

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

  -- What services are paid for and since when, who has paid them since then, and who funded these.
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

  CREATE TABLE checkpoint (
    network TEXT NOT NULL,
    head    INTEGER NOT NULL,
    hash    TEXT NOT NULL,
    counted INTEGER NOT NULL,
    is_sure INTEGER NOT NULL,
    PRIMARY KEY (network, head)
  ) STRICT, WITHOUT ROWID;

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

  -- An index of the commits in git. 'path' is null where the file lies in its usual place.
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
  CREATE INDEX service_version_by_age ON service_version (at, service_id, number);

  CREATE TABLE version_progress (
    id       INTEGER PRIMARY KEY CHECK (id = 1),
    head     TEXT NOT NULL,
    depth    TEXT NOT NULL,
    is_whole INTEGER NOT NULL
  ) STRICT;

  -- What the feed last told of a service; 'profile' is what feeds for readers know of it, as JSON.
  CREATE TABLE listing (
    service_id TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    endpoint   TEXT NOT NULL,
    digest     TEXT NOT NULL,
    seen       TEXT,
    removed_at INTEGER,
    profile    TEXT,
    number     INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE feed (
    id           INTEGER PRIMARY KEY CHECK (id = 1),
    epoch        TEXT NOT NULL,
    is_seeded    INTEGER NOT NULL,
    is_pruned    INTEGER NOT NULL,
    begins_after TEXT
  ) STRICT;

  -- The feed. Its numbers begin high: the changes that git tells of, from before the database, fit below.
  CREATE TABLE feed_change (
    number     INTEGER PRIMARY KEY AUTOINCREMENT,
    at         INTEGER NOT NULL,
    kind       TEXT NOT NULL,
    service_id TEXT NOT NULL,
    commit_id  BLOB NOT NULL,
    reason     TEXT,
    news       TEXT,
    category   TEXT,
    changed_by TEXT
  ) STRICT;
  CREATE INDEX news ON feed_change (number) WHERE news IS NOT NULL;
  CREATE INDEX news_by_service ON feed_change (service_id, number) WHERE news IS NOT NULL;
  CREATE INDEX news_by_category ON feed_change (category, number) WHERE news IS NOT NULL;

  -- The last checkpoint of the transparency log that was signed.
  CREATE TABLE signed_checkpoint (
    origin TEXT PRIMARY KEY,
    size   INTEGER NOT NULL,
    root   BLOB NOT NULL,
    note   TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Webhooks with their places in the feed. 'woken' is 1 for one that its owner changed, until the part that delivers has seen it.
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
    accepted_at   INTEGER,
    woken         INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX webhook_by_owner ON webhook (owner, created_at);
  CREATE INDEX webhook_woken ON webhook (id) WHERE woken = 1;

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
    changed_by     TEXT,
    PRIMARY KEY (webhook_id, number)
  ) STRICT, WITHOUT ROWID;

  -- A line for each act, completed when the act has ended.
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
  CREATE INDEX audit_line_by_client ON audit_line (client, act, at) WHERE owner LIKE '%:%' AND (outcome IS NULL OR outcome = 'done');
`;

/** The tables of what buyers say, which came later. */
export const outcomeTables = `
  -- The record: what was stated, answered and found out, as JSON, in its order. 'claim' names what only one record may say, such as what a payer
  -- says of a payment; null where nothing or something else says it now. 'is_logged' is 1 once the transparency log has its digest, 'is_found' once
  -- its payer was looked at.
  CREATE TABLE outcome (
    number     INTEGER PRIMARY KEY AUTOINCREMENT,
    id         TEXT NOT NULL UNIQUE,
    service_id TEXT NOT NULL,
    claim      TEXT UNIQUE,
    record     TEXT NOT NULL,
    is_logged  INTEGER NOT NULL DEFAULT 0,
    is_found   INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX outcome_by_service ON outcome (service_id, number);
  CREATE INDEX outcome_unlogged ON outcome (number) WHERE is_logged = 0;
  CREATE INDEX outcome_unfound ON outcome (number) WHERE is_found = 0;

  -- Statements that cannot be checked yet, as JSON.
  CREATE TABLE waiting_outcome (
    id         TEXT PRIMARY KEY,
    service_id TEXT NOT NULL,
    claim      TEXT NOT NULL,
    since      INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX waiting_outcome_by_age ON waiting_outcome (since);
`;

export const tables: readonly string[] = Array.from(
  (createTables + outcomeTables).matchAll(/CREATE TABLE (\w+)/g),
  ([, name = '']) => name,
);
