// Made by "npm run schemas".

export interface paths {
    "/api/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search and list services
         * @description Returns one page of services. Filters combine with AND, several values of one filter with OR; unknown parameters are ignored. `X-Total-Count` holds the number of matches on all pages, `Link` the addresses of the other pages.
         */
        get: operations["listServices"];
        put?: never;
        /**
         * Register a service
         * @description Adds a service to the catalog. A 201 means that the service is committed to git and that every read returns it. A refusal lists every problem at once. Use `dryRun=true` to try a body, and an `Idempotency-Key` to make retries safe. Owners who make keys by themselves may register 100 services a day from one address.
         */
        post: operations["registerService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/services/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a service
         * @description Returns the twelve fields of a service. An id never changes and is never given to another service.
         */
        get: operations["getService"];
        put?: never;
        post?: never;
        /**
         * Withdraw a service
         * @description Removes a service from the catalog: its address answers 410 from now on. Its owner can restore it for 30 days, and until then nobody else can register its endpoint. Its id is never given to another service.
         */
        delete: operations["deleteService"];
        options?: never;
        head?: never;
        /**
         * Change a service
         * @description Changes what a service declares. A 200 means that the change is committed to git and that every read returns it. A new endpoint keeps the id and frees the old one; after a new endpoint, wallet or network the service is unverified until a check sees it. Only its owner, and the maintainers whom the owner names, may change a service.
         */
        patch: operations["changeService"];
        trace?: never;
    };
    "/api/services/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status record of a service
         * @description Returns a summary of what Tollbook observed: the status, the trust score, the uptime and the time of the last check.
         */
        get: operations["getServiceStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/services/{id}/declaration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what the owner of a service declares
         * @description Returns the content of the file of a service in git: also who owns it and how that was proven, who may change it, what it offers beside its main route, and whether it is deprecated. Its ETag changes only when the declaration changes.
         */
        get: operations["getDeclaration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/services/search/intent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find services by a sentence
         * @description Reads a sentence like “weather forecast under $0.01 on Base”. Price, chain, currency, status, free quota, trust score and exclusions filter the services; category, keywords and meaning rank them. The results are empty when nothing fits, and the same for the same sentence, catalog and `ranking`.
         */
        get: operations["searchByIntent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the services behind each filter
         * @description Takes the filters of the list and counts the services of each category, chain, status, price range, currency and uptime, those that were paid, those on mainnets, and those with free requests. Each facet is counted without its own filter.
         */
        get: operations["countFacets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Complete a query
         * @description Returns categories, words and names of services that complete what has been typed so far.
         */
        get: operations["suggest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/services/{id}/similar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List similar services
         * @description Returns services that resemble this one in what they do.
         */
        get: operations["listSimilarServices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/discovery/resources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all services for clients of x402 discovery
         * @description Returns services as x402 discovery shapes them, those listed first at first, so that paging meets each once while others are added. `accepts` is what the live 402 said, as its seller sent it; where none was read, what the owner declares, and `extensions.tollbook.terms` says which. Give a client the address of this site as its facilitator.
         */
        get: operations["listDiscoveryResources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/discovery/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search services for clients of x402 discovery
         * @description Finds services by a sentence or words, ranked like every search of this catalog. What the sentence demands counts too, unless a parameter says otherwise.
         */
        get: operations["searchDiscoveryResources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/discovery/merchant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the services that a wallet is paid for
         * @description Returns the services that declare a wallet, or whose live 402 names it; none for one that nobody uses.
         */
        get: operations["listMerchantResources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ard/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search the registry
         * @description Finds services by a sentence, ranked like every search of this catalog; what the sentence demands of price, network and the like filters. `score` is the relevance as a share of that of the best match, in percent: it compares the results of one query, and says nothing about trust.
         */
        post: operations["searchArd"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ard/explore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count the entries of each kind
         * @description Counts the values of fields over all entries that a search with the same query would find on all its pages; without a query, over the whole registry.
         */
        post: operations["exploreArd"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ard/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all entries
         * @description Returns the services as entries of ARD, by default those listed first at first.
         */
        get: operations["listArdEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ard/agents/{identifier}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an entry
         * @description Returns one complete entry, with the live 402 where a check read it. Identifiers that begin with `urn:ai:`, as before July 2026, are understood.
         */
        get: operations["getArdEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/ard.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get where registries of agents find this catalog
         * @description Returns the manifest of ARD (Agentic Resource Discovery): the registry of this server, whose `url` is the base of its operations.
         */
        get: operations["getArdManifest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/ai-catalog.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the same manifest at its former address
         * @description Returns the same body, for clients that know the address of ARD before v0.91 alone.
         */
        get: operations["getAiCatalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/services/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the changes of a service
         * @description Returns how the declaration of a service changed, commit by commit, newest first, also of a service that was deleted. `X-Total-Count` holds the number of all changes, `Link` the addresses of the other pages.
         */
        get: operations["getServiceHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the changes of the catalog
         * @description Returns the changes after a place in the feed, oldest first: declared and observed ones in one order, deletions included. To follow the catalog, take an export, and go on from its `X-Catalog-Cursor`, each time from the `next` of the last answer. Apply a change by its `service`: keep that, or drop the service where it is null; doing so twice does no harm.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/changes/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the changes of the catalog as they happen
         * @description The same changes as server-sent events: `id` is the cursor, `event` the kind, `data` the change. Begins after `since` or `Last-Event-ID`, otherwise now. A comment is sent every 15 seconds, so that you notice a dead connection.
         */
        get: operations["streamChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log/checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the signed size of the log of who is paid
         * @description Returns how many entries the log has and the root of their Merkle tree, signed: a checkpoint of C2SP tlog-tiles. The log has one entry for each change of the wallet, network, price or endpoint of a listing. It only grows, so whoever keeps a checkpoint notices a changed past.
         */
        get: operations["getCheckpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log/vkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the key of the log
         * @description Returns the key that verifies checkpoints, in the form of C2SP signed-note. Keep it: a key that is fetched together with what it verifies proves nothing.
         */
        get: operations["getLogKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log/tile/{level}/{tile}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a tile of the log
         * @description Returns 256 hashes of one level of the Merkle tree, or, at the level `entries`, 256 entries, each after its length in two bytes. `{tile}` is the number of the tile in groups of three digits, all but the last after an x, like `x001/x234/067`; the last tile of a level is incomplete, and named with its width, like `000.p/17`.
         */
        get: operations["getLogTile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the categories
         * @description Returns every category in catalog order, with the number of services listed in it.
         */
        get: operations["listCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the whole catalog
         * @description Returns the main fields of every service in one document, free of charge. Send `If-None-Match` with the ETag of your copy: while the catalog is unchanged, the answer is an empty 304. The export and the changes after its `X-Catalog-Cursor` are the catalog.
         */
        get: operations["exportCatalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/export.ndjson": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the whole catalog, a service per line
         * @description Returns every service with all fields, as `GET /api/services/{id}` does: one JSON object per line, sorted by id. Send `If-None-Match` with the ETag of your copy: while the catalog is unchanged, the answer is an empty 304. The export and the changes after its `X-Catalog-Cursor` are the catalog.
         */
        get: operations["exportNdjson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/export.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the whole catalog for spreadsheets
         * @description Returns every service as a record of a CSV file (RFC 4180, UTF-8), sorted by id, after a header with names like `pricing_currency`. Chains are separated by spaces. No cell begins a formula: an apostrophe stands before one that would. Send `If-None-Match` with the ETag of your copy: while the catalog is unchanged, the answer is an empty 304. The export and the changes after its `X-Catalog-Cursor` are the catalog.
         */
        get: operations["exportCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/export.sqlite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the whole catalog as a database
         * @description Returns an SQLite database to query offline: `services` has a row for each service, `search` is a full-text index (FTS5) with the weights of this catalog's own search, and `meta` says of which moment it is. The first request after a change waits until it is made, some seconds for a large catalog. Send `If-None-Match` with the ETag of your copy: while the catalog is unchanged, the answer is an empty 304. The export and the changes after its `X-Catalog-Cursor` are the catalog.
         */
        get: operations["exportSqlite"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your webhooks
         * @description Returns the webhooks of the owner whose key asks, without their secrets, oldest first. A key of a repository sees only those that were made by its keys.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Be told of changes by a webhook
         * @description Posts every change from now on to your URL, signed as Standard Webhooks asks for. A body is `{"type": "service.created", "timestamp": …, "data": …}`, where `data` is the change as the feed tells it. With `kinds` and `query`, only some changes are told. A target that does not answer 2xx within 20 seconds is tried again after 5 seconds, and then 8 more times within 24 hours; if it accepts nothing in this time, the webhook is switched off. An owner may have 20.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one of your webhooks
         * @description Returns a webhook without its secret: whether it is on, and its last deliveries.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete one of your webhooks
         * @description Nothing more is sent to its target, apart from a delivery that is under way.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try one of your webhooks
         * @description Sends the target one event, `{"type": "service.test", "timestamp": …, "data": {"webhook": …}}`, and returns what it answered. Is not tried again, and changes nothing. An owner may send 10 a minute.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook a new secret
         * @description For 24 hours, deliveries carry a signature by each of the two secrets, so that a receiver can change over at any time. The secret before the former one stops at once.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch a webhook on again
         * @description It goes on where it was switched off: what was not accepted is sent again, and then everything that changed meanwhile. Does nothing to a webhook that is on.
         */
        post: operations["enableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries/{delivery}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have a delivery made again
         * @description Sends a delivery again as soon as it is its turn, with the same `webhook-id` and the service as it is now. The last 50 of a webhook are kept, and all that wait.
         */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/services/{id}/trust": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the trust score of a service
         * @description Returns the score with each of its components: weight, value and evidence.
         */
        get: operations["getServiceTrust"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/services/{id}/observed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare declared and live terms
         * @description Returns the terms of the latest live 402 beside the declared ones, field by field, and the same for each further offer. A wallet that differs is a reason not to pay.
         */
        get: operations["getServiceObserved"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/services/{id}/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the checks of a service
         * @description Returns the checks of each day as totals, and the latest checks one by one.
         */
        get: operations["getServiceChecks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/services/{id}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the payments of a service
         * @description Returns what the chain shows: the sums of all x402 payments, those of each day, and the latest ones. Payments are counted on networks that the operator has a provider for; where services share a wallet, each payment goes to the one whose price it matches.
         */
        get: operations["getServicePayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/services/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register several services
         * @description Adds up to 500 services in one commit. Each is judged like a registration of its own, in the catalog that those before it leave; one that is refused does not stop the others. The results are in the order of the registrations. After a 503, none was listed. Of an owner who makes keys by itself, each row counts as a write, and a batch of more rows than are left is refused as a whole.
         */
        post: operations["registerServices"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/services/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a withdrawn service
         * @description Lists a withdrawn service again, as it was. Its owner can do this for 30 days.
         */
        post: operations["restoreService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/services/{id}/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand a service over
         * @description Offers a service to another owner, who accepts by the same call with `{"accept": true}` within 7 days. Proofs and maintainers end with it. Another offer replaces the first; to cancel, offer it to yourself.
         */
        post: operations["transferService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/services/{id}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim a service
         * @description Looks now for the proof that the service belongs to the owner of the key. A proven owner gets a service that nobody owns or whose owner has no proof; `http` and `dns` prove more than `wallet`. With `wallet`, a declared wallet that differs from the live one is corrected. A removed service is listed again. An owner may claim a service 10 times an hour, and a client may claim 50 times an hour at one host, all clients together 600 times; 200 more are for clients that have not claimed anything at this host within the hour.
         */
        post: operations["claimService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check an endpoint before registering it
         * @description Requests the endpoint without paying and reports every check, with the cure of each that failed, and the ways to pay by x402, MPP and L402. Where it asks for payment, `/openapi.json` and `/.well-known/x402` on its origin are read too. Writes nothing and needs no key. Each client may send 10 requests a minute.
         */
        post: operations["validateEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/challenges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a message to sign in with a wallet
         * @description Returns a message (EIP-4361, or its twin for Solana) for `POST /api/keys`. It is valid for 5 minutes, and the first attempt uses it up. Each client may ask for 10 a minute.
         */
        post: operations["askChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your keys
         * @description Returns the keys of the owner whose key asks, without their secrets, oldest first. A key of a repository sees only those of its repository. Keys that owners made are forgotten a day after they expired or were revoked.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Make a key with a wallet or a workflow
         * @description Exchanges a signed challenge for a key of 30 days, or the OpenID Connect token of a workflow for one of 15 minutes. The owner is `wallet:<address>` where the address itself signed, and `wallet:<CAIP-10>` for a contract wallet (EIP-1271), which can sign in on chains that this catalog reads. Each client may send 10 requests a minute.
         */
        post: operations["makeKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke one of your keys
         * @description The key stops working at once on every server. It may be the one that asks.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who did what
         * @description Returns the audit trail, newest first: each write and each act on a key of the last 90 days, with who did it, from where, and what became of it. Only for keys with the scope `operate`, which the operator makes. To go on, send `next` as `before`.
         */
        get: operations["listAuditLines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the health of the server
         * @description Reports whether each part of the server works. No rate limit applies.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask whether the server takes requests
         * @description Answers 200 while the server can answer reads. Answers 503 once it is stopping, and while it lacks what another server of the same catalog shows. For load balancers, which send their requests elsewhere then. No rate limit applies.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get figures for monitoring
         * @description Returns what happened since the start and what is so at the moment, in the text format of Prometheus. Only where the operator turned it on: with `METRICS=1` for everybody, without a rate limit; with `METRICS=key` for keys with the scope `operate`.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/api-catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get where the API of this server is described
         * @description Returns an API catalog (RFC 9727): the API of this server, with its OpenAPI document, its reference and its health. The services that it lists are not in it.
         */
        get: operations["getApiCatalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the OpenAPI document
         * @description Returns the description of every operation, from which code generators make clients.
         */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    change: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a webhook is sent
         * @description Your target gets each change as Standard Webhooks describe it. Verify the signature, answer 2xx within 20 seconds, and drop a `webhook-id` that you have seen. 410 switches the webhook off.
         */
        post: operations["receiveChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Registration: {
            /**
             * @description Name of the service, 1 to 255 characters.
             * @example Rain Radar
             */
            name: string;
            /**
             * @description What it does, 1 to 2000 characters.
             * @example Precipitation for the next two hours.
             */
            description: string;
            /**
             * Format: uri
             * @description Absolute https URL of a public host, without credentials, query or fragment.
             * @example https://api.example.com/rain
             */
            endpoint: string;
            /**
             * @description Id of a category of this catalog (`GET /api/categories`).
             * @example weather-environment
             */
            category: string;
            pricing: components["schemas"]["Pricing"];
            x402Config: components["schemas"]["X402Config"];
        };
        /** @description What to change: a JSON Merge Patch (RFC 7396). A member that is null is removed. */
        ServicePatch: {
            /**
             * @description Name of the service, 1 to 255 characters.
             * @example Rain Radar
             */
            name?: string;
            /**
             * @description What it does, 1 to 2000 characters.
             * @example Precipitation for the next two hours.
             */
            description?: string;
            /**
             * Format: uri
             * @description Absolute https URL of a public host, without credentials, query or fragment.
             * @example https://api.example.com/rain
             */
            endpoint?: string;
            /**
             * @description Id of a category of this catalog (`GET /api/categories`).
             * @example weather-environment
             */
            category?: string;
            pricing?: {
                /**
                 * @description Symbol of the token the price is in.
                 * @example USDC
                 */
                currency?: string;
                /**
                 * @description Price of one request in `currency`, a plain decimal; kept as written.
                 * @example 0.001
                 */
                pricePerRequest?: string;
                freeQuota?: number | null;
            };
            x402Config?: {
                /**
                 * @description Wallet to be paid, written as an address of its network.
                 * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
                 */
                paymentAddress?: string;
                /**
                 * @description Short name (`base`) or CAIP-2 id (`eip155:8453`); answered as written.
                 * @example base-sepolia
                 */
                network?: string;
            };
            /**
             * @description Further owners who may change it.
             * @example [
             *       "github:9919"
             *     ]
             */
            maintainers?: string[] | null;
            offers?: {
                /**
                 * @description Method that buyers use.
                 * @example GET
                 * @enum {string}
                 */
                method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
                /**
                 * @description Path below the endpoint, whose variable parts are names in braces.
                 * @example /cities/{city}/rain
                 */
                path?: string;
                /**
                 * @description Short name (`base`) or CAIP-2 id (`eip155:8453`); answered as written.
                 * @example base-sepolia
                 */
                network: string;
                pricing: components["schemas"]["Pricing"];
                /**
                 * @description Wallet to be paid, when it is not that of the service.
                 * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
                 */
                paymentAddress?: string;
            }[] | null;
            deprecated?: {
                /**
                 * @description What its users should know, 1 to 500 characters.
                 * @example Ends in March; use the new version.
                 */
                message?: string;
                /**
                 * @description Slug of the first name, then 8 characters drawn from the endpoint; never changes.
                 * @example rain-radar-7x3k9m2p
                 */
                replacement?: string;
            } | null;
            request?: {
                /**
                 * @description GET, then POST when left out.
                 * @example POST
                 * @enum {string}
                 */
                method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
                /**
                 * @description Parameters of its query.
                 * @example {
                 *       "city": "Bergen"
                 *     }
                 */
                query?: {
                    [key: string]: string;
                };
                /**
                 * @description JSON body; not for GET.
                 * @example {
                 *       "text": "Hello"
                 *     }
                 */
                body?: unknown;
            } | null;
        };
        ArdSearchRequest: {
            query: {
                /**
                 * @description Binds the prefixes of the filter (JSON-LD). Addresses of contexts are not fetched.
                 * @example {
                 *       "pay": "https://agenticresourcediscovery.org/ns/payment#"
                 *     }
                 */
                "@context"?: string | {
                    [key: string]: unknown;
                } | unknown[];
                /**
                 * @description What is needed, in a sentence.
                 * @example weather forecast for a city
                 */
                text: string;
                /**
                 * @description Values by path. An entry must have one of the values of each path; another path is refused with those that are known. A prefixed path is matched by its IRI.
                 * @example {
                 *       "tags": [
                 *         "weather-environment"
                 *       ],
                 *       "pay:network": [
                 *         "eip155:8453"
                 *       ]
                 *     }
                 */
                filter?: {
                    [key: string]: (string | number | boolean) | (string | number | boolean)[];
                };
            };
            /**
             * @description This registry asks no other one, and refers to none, whatever is given.
             * @enum {string}
             */
            federation?: "auto" | "referrals" | "none";
            /**
             * @description Entries per page: 1 to 100, by default 10.
             * @example 10
             */
            pageSize?: number;
            /**
             * @description The `pageToken` of the last answer, for the next page.
             * @example YWZ0ZXIgMA
             */
            pageToken?: string;
        };
        ArdExploreRequest: {
            query?: {
                /**
                 * @description Binds the prefixes of the filter (JSON-LD). Addresses of contexts are not fetched.
                 * @example {
                 *       "pay": "https://agenticresourcediscovery.org/ns/payment#"
                 *     }
                 */
                "@context"?: string | {
                    [key: string]: unknown;
                } | unknown[];
                /**
                 * @description What is needed, in a sentence.
                 * @example weather forecast for a city
                 */
                text?: string;
                /**
                 * @description Values by path. An entry must have one of the values of each path; another path is refused with those that are known. A prefixed path is matched by its IRI.
                 * @example {
                 *       "tags": [
                 *         "weather-environment"
                 *       ],
                 *       "pay:network": [
                 *         "eip155:8453"
                 *       ]
                 *     }
                 */
                filter?: {
                    [key: string]: (string | number | boolean) | (string | number | boolean)[];
                };
            };
            resultType: {
                facets: {
                    /**
                     * @description A path, as in a filter.
                     * @example tags
                     */
                    field: string;
                    /** @description Buckets at most: 1 to 1000, by default 20. */
                    limit?: number;
                    /** @description Leaves out buckets with fewer entries. */
                    minCount?: number;
                }[];
            };
        };
        WebhookRequest: {
            /**
             * Format: uri
             * @description Where changes are posted to: an https URL of a public host, without credentials or fragment. Redirects are not followed.
             * @example https://hooks.example.com/tollbook
             */
            url: string;
            /**
             * @description Kinds of changes to be told of; all by default.
             * @example [
             *       "created"
             *     ]
             */
            kinds?: ("created" | "updated" | "deleted" | "removed" | "restored" | "observed")[];
            /**
             * @description Filters of GET /api/services, as in its URL: a change is told if its service matches. By default, all are.
             * @example category=weather-environment&chain=base
             */
            query?: string;
        };
        Batch: {
            services: components["schemas"]["Registration"][];
        };
        /** @description Either whom to offer it to, or that the caller accepts it. */
        Transfer: {
            /**
             * @description An owner of listings.
             * @example github:9919
             * @example acme
             */
            to: string;
        } | {
            /** @constant */
            accept: true;
        };
        ClaimRequest: {
            /**
             * @description `wallet`: the key’s owner is the only payTo that a live 402 names on the declared network. `http`: the file `/.well-known/tollbook.txt` at the origin of the endpoint names the owner. `dns`: a TXT record at `_tollbook.<host>` does.
             * @example http
             * @enum {string}
             */
            method: "wallet" | "http" | "dns";
        };
        ValidationRequest: {
            /**
             * Format: uri
             * @description Absolute https URL of a public host, without credentials, query or fragment.
             * @example https://api.example.com/rain
             */
            endpoint: string;
            /**
             * @description Method that buyers use; GET, then POST when left out.
             * @example GET
             * @enum {string}
             */
            method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
            pricing?: components["schemas"]["Pricing"];
            x402Config?: components["schemas"]["X402Config"];
        };
        ChallengeRequest: {
            /**
             * @description CAIP-10 id of the account that will sign, on a chain of the EVM (any letter case) or on Solana.
             * @example eip155:8453:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
             */
            account: string;
        };
        SignedChallenge: {
            /** @description The message of the challenge, byte for byte. */
            message: string;
            /** @description EVM: 0x and hexadecimal digits, as `personal_sign` answers. Solana: the 64 bytes as base58, base64, or 0x and hexadecimal digits. */
            signature: string;
        };
        TokenRequest: {
            /** @description An OpenID Connect token of a workflow, with this site's URL as its audience. */
            oidcToken: string;
        };
        Service: {
            /**
             * @description Slug of the first name, then 8 characters drawn from the endpoint; never changes.
             * @example rain-radar-7x3k9m2p
             */
            id: string;
            /**
             * @description Name of the service. Untrusted text.
             * @example Rain Radar
             */
            name: string;
            /**
             * @description What it does. Untrusted text.
             * @example Precipitation for the next two hours.
             */
            description: string;
            /**
             * Format: uri
             * @description Base URL in canonical form.
             * @example https://api.example.com/rain
             */
            endpoint: string;
            /**
             * @description Id of a category of this catalog (`GET /api/categories`).
             * @example weather-environment
             */
            category: string;
            pricing: components["schemas"]["Pricing"];
            x402Config: components["schemas"]["X402Config"];
            /**
             * @description Made from what was observed; 0 until then.
             * @example 0
             */
            trustScore: number;
            status: components["schemas"]["Status"];
            /**
             * @description Short names, or CAIP-2 ids of networks that have none.
             * @example [
             *       "base-sepolia"
             *     ]
             */
            supportedChains: string[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            updatedAt: string;
        };
        Pricing: {
            /**
             * @description Symbol of the token the price is in.
             * @example USDC
             */
            currency: string;
            /**
             * @description Price of one request in `currency`, a plain decimal; kept as written.
             * @example 0.001
             */
            pricePerRequest: string;
            /**
             * @description Requests that are free of charge; absent when not given.
             * @example 100
             */
            freeQuota?: number;
        };
        X402Config: {
            /**
             * @description Wallet to be paid, written as an address of its network.
             * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
             */
            paymentAddress: string;
            /**
             * @description Short name (`base`) or CAIP-2 id (`eip155:8453`); answered as written.
             * @example base-sepolia
             */
            network: string;
        };
        /**
         * @description `verified`: its live 402 matches; `unverified`: not seen to match; `inactive`: no longer answers.
         * @example unverified
         * @enum {string}
         */
        Status: "verified" | "unverified" | "inactive";
        /** @description What Tollbook understood. */
        Intent: {
            /** @description What it is about; these rank. */
            keywords: string[];
            /** @description What it is probably about; ranks. */
            category?: string[];
            /** @description Any of these. This member and those below filter. */
            chain?: string[];
            /**
             * @description Price of one request in `currency`, a plain decimal; kept as written.
             * @example 0.001
             */
            maxPrice?: string;
            /**
             * @description The price must stay under `maxPrice` (“less than”), not reach it (“at most”).
             * @constant
             */
            maxPriceExclusive?: true;
            /**
             * @description Symbol of the token the price is in.
             * @example USDC
             */
            currency?: string;
            status?: components["schemas"]["Status"];
            /** @description Free requests at least; `true`: any. */
            freeQuota?: true | number;
            minTrustScore?: number;
            /** @enum {string} */
            sortBy?: "price" | "trustScore" | "createdAt" | "name";
            /** @enum {string} */
            sortOrder?: "asc" | "desc";
            excludes?: {
                chain?: string[];
                category?: string[];
            };
        };
        ObservedOffer: {
            /** @enum {string} */
            method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
            /**
             * @description Path below the endpoint; null for the endpoint itself.
             * @example /cities/{city}
             */
            path: string | null;
            /** @description As declared. */
            network: string;
            /** @description What its last check found; null before the first. */
            verdict: components["schemas"]["Verdict"] | null;
            detail: string | null;
            /** Format: date-time */
            checkedAt: string | null;
            fields: {
                /** @enum {string} */
                field: "price" | "payTo" | "network" | "asset" | "scheme";
                declared: string | null;
                observed: string | null;
                /** @description Null where it is unknown. */
                match: boolean | null;
            }[];
        };
        DescribedRequest: {
            /** @enum {string} */
            method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
            /** @description Parameters of its query. */
            query?: {
                schema?: components["schemas"]["JsonSchema"];
                example?: {
                    [key: string]: string;
                };
            };
            /** @description Body of the request. */
            body?: {
                /** @enum {string} */
                type: "json" | "form-data" | "text";
                schema?: components["schemas"]["JsonSchema"];
                /** @description Any JSON. */
                example?: unknown;
            };
            /** @description Headers beside those that pay. */
            headers?: {
                schema?: components["schemas"]["JsonSchema"];
            };
            /** @description What a paid request is answered with. */
            output?: {
                schema?: components["schemas"]["JsonSchema"];
                /** @description Any JSON. */
                example?: unknown;
            };
        };
        JsonSchema: {
            type?: ("string" | "number" | "integer" | "boolean" | "object" | "array" | "null") | ("string" | "number" | "integer" | "boolean" | "object" | "array" | "null")[];
            description?: string;
            format?: string;
            enum?: unknown[];
            default?: unknown;
            examples?: unknown[];
            minimum?: number;
            maximum?: number;
            minLength?: number;
            maxLength?: number;
            required?: string[];
            properties?: {
                [key: string]: components["schemas"]["JsonSchema"];
            };
            items?: components["schemas"]["JsonSchema"];
            anyOf?: components["schemas"]["JsonSchema"][];
        };
        /**
         * @description What the last check found.
         * @example verified
         * @enum {string}
         */
        Verdict: "verified" | "payto_mismatch" | "network_mismatch" | "asset_mismatch" | "price_mismatch" | "malformed" | "not_402" | "blocked" | "unreachable";
        Terms: {
            scheme: string;
            /** @description CAIP-2 where the network is known. */
            network: string;
            payTo: string;
            /** @description Token contract, mint or asset id. */
            asset: string;
            /** @description Symbol of the token, where it is known. */
            currency?: string;
            /** @description In atomic units of the token. */
            amount: string;
            /** @description Exact decimal; absent for a token that is not known. */
            price?: string;
        };
        Rail: {
            /** @enum {string} */
            rail: "x402" | "mpp" | "l402";
            /**
             * @description Payment method of MPP.
             * @example tempo
             */
            method?: string;
            /**
             * @description Scheme of x402; for L402, the name of the challenge: `L402` or `LSAT`.
             * @example exact
             */
            scheme?: string;
            /**
             * @description Intent of MPP: `charge` pays for one request, `session` and `subscription` for more.
             * @example charge
             */
            intent: string | null;
            /** @description CAIP-2 where it is known; `lightning` and its test networks for L402. */
            network: string | null;
            /** @description Token, or currency, as the answer names it; `BTC` for L402. */
            asset: string | null;
            /**
             * @description In the smallest units of the asset, thousandths of a satoshi for L402. Only with `charge` is it the price of one request.
             * @example 10000
             */
            amountAtomic: string | null;
            payTo: string | null;
        };
        Delivery: {
            /**
             * @description The `webhook-id` of all of its tries.
             * @example msg_0123456789abcdef0123456789abcdef
             */
            id: string;
            /** @enum {string} */
            kind: "created" | "updated" | "deleted" | "removed" | "restored" | "observed";
            /**
             * @description Slug of the first name, then 8 characters drawn from the endpoint; never changes.
             * @example rain-radar-7x3k9m2p
             */
            service: string;
            /** @description Place of the change in the feed. */
            cursor: string;
            /**
             * Format: date-time
             * @description Time of the change.
             * @example 2026-01-31T12:00:00.000Z
             */
            at: string;
            /**
             * @description `delivered`: the target answered 2xx. `failed`: given up after 24 hours, while the target accepted others. All others wait.
             * @enum {string}
             */
            status: "waiting" | "delivered" | "failed";
            /** @description How often it was tried, replays included. */
            tries: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            lastTryAt: string | null;
            /** @description Status of the last answer; null without one. */
            httpStatus: number | null;
            /** @description What was wrong at the last try; null if nothing was. */
            detail: string | null;
            /**
             * Format: date-time
             * @description When it is tried next; null unless it waits.
             * @example 2026-01-31T12:00:00.000Z
             */
            nextTryAt: string | null;
        };
        Discovered: {
            /** @enum {string} */
            source: "/openapi.json" | "/.well-known/x402";
            /** @description Summary of the operation, or title of the document. */
            name?: string;
            /** @description On one line, cut at 2000 characters. */
            description?: string;
            /** @enum {string} */
            method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
            /** @description Exact decimal; absent where the document leaves it open, or gives base units of an unknown token. */
            price?: string;
            /** @description `USD`, or the symbol of a token. */
            currency?: string;
            /** @description CAIP-2 where the network is known. */
            network?: string;
            payTo?: string;
            /** @description The ways to pay that the document names, as far as it says. */
            rails: components["schemas"]["Rail"][];
            request?: components["schemas"]["DescribedRequest"];
        };
        /** @description A refusal (RFC 9457). */
        Problem: {
            /**
             * Format: uri
             * @description Page that explains the code and its cure.
             */
            type: string;
            title: string;
            status: number;
            /** @description What happened this time, and what to do. */
            detail: string;
            /**
             * @description Stable name of the problem.
             * @enum {string}
             */
            code: "path_unknown" | "method_not_allowed" | "parameter_invalid" | "service_unknown" | "service_deleted" | "unauthorized" | "scope_missing" | "host_blocked" | "owner_blocked" | "key_unknown" | "self_service_off" | "challenge_invalid" | "key_request_invalid" | "signature_invalid" | "token_invalid" | "too_many_keys" | "webhook_invalid" | "webhook_unknown" | "webhook_off" | "delivery_unknown" | "too_many_webhooks" | "media_type_unsupported" | "body_too_large" | "range_not_satisfiable" | "request_timeout" | "request_malformed" | "headers_too_large" | "body_not_json" | "registration_invalid" | "batch_invalid" | "declaration_invalid" | "not_owner" | "not_offered" | "precondition_failed" | "log_absent" | "tile_unknown" | "cursor_expired" | "restore_expired" | "service_listed" | "endpoint_kept" | "claim_invalid" | "claim_unproven" | "claim_refused" | "too_many_unverified" | "validation_invalid" | "endpoint_listed" | "idempotency_key_invalid" | "idempotency_key_reused" | "too_many_requests" | "commit_failed" | "unavailable" | "internal_error";
            /** @description Everything that is wrong, each with an RFC 6901 pointer. */
            errors?: {
                pointer: string;
                code: string;
                detail: string;
            }[];
            /** @description With `endpoint_listed`: path of the service that is listed. */
            existing?: string;
            /** @description With `endpoint_kept`: id of the service that was removed. */
            tombstone?: string;
            /**
             * Format: date-time
             * @description With `endpoint_kept`: until when the endpoint is kept.
             */
            until?: string;
            /** @description With `too_many_unverified` and `too_many_webhooks`: how many you, or the host, may have. */
            limit?: number;
            /** @description With `service_deleted` and `restore_expired`: its id. */
            id?: string;
            /** @description With `service_deleted` and `restore_expired`: its last name. Untrusted text. */
            name?: string;
            /**
             * Format: date-time
             * @description With `service_deleted` and `restore_expired`.
             */
            deletedAt?: string;
            /**
             * Format: date-time
             * @description With `service_deleted` and `restore_expired`: until when its owner can restore it, unless the operator removed it.
             */
            restorableUntil?: string;
            /** @description With `scope_missing`: the scope that the key needs. */
            scope?: string;
            /** @description With `service_deleted`, `owner_blocked` and `host_blocked`: what the operator says. */
            reason?: string;
        } & {
            [key: string]: unknown;
        };
        AuditPage: {
            lines: {
                /** @description Its place in the trail. Later lines have higher numbers. */
                number: number;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 * @example 2026-01-31T12:00:00.000Z
                 */
                at: string;
                /** @enum {string} */
                act: "register" | "register_batch" | "update" | "remove" | "restore" | "transfer" | "claim" | "forget" | "make_key" | "revoke_key" | "create_webhook" | "remove_webhook" | "test_webhook" | "rotate_webhook" | "enable_webhook" | "replay_delivery" | "block" | "unblock";
                /** @description Whose key acted; for acts of the operator, the owner whom they concern. */
                owner: string | null;
                /** @description Id of the key that acted. */
                key: string | null;
                /** @description Id of the service that the act was about. */
                service: string | null;
                /** @description The key, webhook, owner or host that the act was about. */
                subject: string | null;
                /** @description Address of the client (of IPv6 the /64); null for acts of the operator on the command line. */
                client: string | null;
                /** @description As in the log. */
                requestId: string | null;
                /**
                 * @description `done`, `replayed`, `failed`, or the code of a problem; null while it is not known: the act is still running, or the server or the database ended first.
                 * @example done
                 */
                outcome: string | null;
            }[];
            /** @description The `before` of the next page; null on the last one. */
            next: number | null;
        };
        StatusRecord: {
            /**
             * @description Slug of the first name, then 8 characters drawn from the endpoint; never changes.
             * @example rain-radar-7x3k9m2p
             */
            id: string;
            /**
             * @description Made from what was observed; 0 until then.
             * @example 0
             */
            trustScore: number;
            status: components["schemas"]["Status"];
            /**
             * @description Percent of checks answered over 30 days; 0 where none counts: before the first, or where all were blocked.
             * @example 0
             */
            uptimeScore: number;
            /**
             * Format: date-time
             * @description Time of the last check; null before the first.
             * @example null
             */
            lastChecked: string | null;
            /**
             * @description Payments counted on chain.
             * @example 0
             */
            txCount: number;
            /**
             * @description Sum of these payments in the declared currency, as a number.
             * @example 0
             */
            totalRevenue: number;
            /**
             * @description Whose payments these are: `service` for its own, `wallet` for those of a wallet shared with services of the same price. Absent where payments are not counted.
             * @example service
             * @enum {string}
             */
            attribution?: "service" | "wallet";
        };
        Declaration: {
            /**
             * @description Slug of the first name, then 8 characters drawn from the endpoint; never changes.
             * @example rain-radar-7x3k9m2p
             */
            id: string;
            /**
             * @description Name of the service, 1 to 255 characters.
             * @example Rain Radar
             */
            name: string;
            /**
             * @description What it does, 1 to 2000 characters.
             * @example Precipitation for the next two hours.
             */
            description: string;
            /**
             * Format: uri
             * @description Base URL in canonical form.
             * @example https://api.example.com/rain
             */
            endpoint: string;
            /**
             * @description Id of a category of this catalog (`GET /api/categories`).
             * @example weather-environment
             */
            category: string;
            pricing: components["schemas"]["Pricing"];
            x402Config: components["schemas"]["X402Config"];
            /**
             * @description Further owners who may change it.
             * @example [
             *       "github:9919"
             *     ]
             */
            maintainers?: string[];
            offers?: {
                /**
                 * @description Method that buyers use.
                 * @example GET
                 * @enum {string}
                 */
                method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
                /**
                 * @description Path below the endpoint, whose variable parts are names in braces.
                 * @example /cities/{city}/rain
                 */
                path?: string;
                /**
                 * @description Short name (`base`) or CAIP-2 id (`eip155:8453`); answered as written.
                 * @example base-sepolia
                 */
                network: string;
                pricing: components["schemas"]["Pricing"];
                /**
                 * @description Wallet to be paid, when it is not that of the service.
                 * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
                 */
                paymentAddress?: string;
            }[];
            request?: {
                /**
                 * @description GET, then POST when left out.
                 * @example POST
                 * @enum {string}
                 */
                method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
                /**
                 * @description Parameters of its query.
                 * @example {
                 *       "city": "Bergen"
                 *     }
                 */
                query?: {
                    [key: string]: string;
                };
                /**
                 * @description JSON body; not for GET.
                 * @example {
                 *       "text": "Hello"
                 *     }
                 */
                body?: unknown;
            };
            /**
             * @description An owner of listings.
             * @example github:9919
             * @example acme
             */
            owner?: string;
            /**
             * @description The id of the only repository whose workflows act for the owner.
             * @example 612354784
             */
            repository?: string;
            proof?: {
                /** @enum {string} */
                method: "wallet" | "http" | "dns";
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 * @example 2026-01-31T12:00:00.000Z
                 */
                at: string;
                /** @description Where it was seen: the CAIP-10 account that is paid, the URL, or the DNS name. */
                evidence: string;
            };
            /** @description The owner that it is offered to, and until when. */
            transfer?: {
                /**
                 * @description An owner of listings.
                 * @example github:9919
                 * @example acme
                 */
                to: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 * @example 2026-01-31T12:00:00.000Z
                 */
                until: string;
            };
            deprecated?: {
                /**
                 * @description What its users should know, 1 to 500 characters.
                 * @example Ends in March; use the new version.
                 */
                message: string;
                /**
                 * @description Slug of the first name, then 8 characters drawn from the endpoint; never changes.
                 * @example rain-radar-7x3k9m2p
                 */
                replacement?: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 * @example 2026-01-31T12:00:00.000Z
                 */
                since: string;
            };
            /**
             * @description Only `false`: the service is not checked, and stays unverified.
             * @constant
             */
            probing?: false;
            /** @description Present where an import from another catalog listed it; while it has no owner, the same import may change it. */
            imported?: {
                /**
                 * Format: uri
                 * @description Address of the catalog that lists it.
                 * @example https://catalog.example.com/discovery/resources
                 */
                from: string;
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            updatedAt: string;
        };
        TransferOffer: {
            /**
             * @description Slug of the first name, then 8 characters drawn from the endpoint; never changes.
             * @example rain-radar-7x3k9m2p
             */
            id: string;
            /**
             * @description An owner of listings.
             * @example github:9919
             * @example acme
             */
            to: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            until: string;
        };
        BatchResults: {
            results: ({
                /** @constant */
                status: 201;
                service: components["schemas"]["Service"];
            } | {
                /** @description The status that the registration alone would get. */
                status: number;
                problem: components["schemas"]["Problem"];
            })[];
        };
        IntentAnswer: {
            query: string;
            intent: components["schemas"]["Intent"];
            total: number;
            results: {
                service: components["schemas"]["Service"];
                score: number;
                /** @description Reasons that a person can check. */
                why: string[];
            }[];
            /** @description The same sentence, catalog and ranking give the same answer. */
            ranking: {
                /** @description Version of the rules behind scores and reasons. */
                version: string;
                /** @description What took part. Without `meaning`, the sentence was answered by its words alone: it asks for nothing but demands, or its meaning was not known in time. */
                by: ("words" | "meaning")[];
            };
        };
        Facets: {
            total: number;
            /** @description Most services first. */
            category: {
                id: string;
                name: string;
                count: number;
            }[];
            /** @description Most services first; a service counts for each of its chains. */
            chain: {
                id: string;
                name: string;
                count: number;
            }[];
            status: {
                id: components["schemas"]["Status"];
                count: number;
            }[];
            state: {
                /**
                 * @description `verified`: its live 402 asks for the declared terms; `price_differs`: for another price; `terms_differ`: for another wallet, network or token; `uncheckable`: its owner opted out, it keeps checks away, it asks for payment by another protocol, or it has no 402 that can be read; `unchecked`: not checked yet; `down`: no answer, or no 402 that can be read for over a day.
                 * @example verified
                 * @enum {string}
                 */
                id: "verified" | "price_differs" | "terms_differ" | "uncheckable" | "unchecked" | "down";
                count: number;
            }[];
            price: {
                /** @description Highest price in this range; null in the last range. */
                upTo: string | null;
                count: number;
            }[];
            /** @description Services with at least one payment that was counted on chain. */
            paid: number;
            /** @description Services that take payment on a network that is no test network. */
            mainnet: number;
            /** @description Most services first. */
            currency: {
                id: string;
                count: number;
            }[];
            /** @description Services whose first requests are free. */
            free: number;
            uptime: {
                /** @description Percent over the last 30 days. */
                atLeast: number;
                /** @description Services with this uptime or more. */
                count: number;
            }[];
        };
        Suggestion: {
            text: string;
            /** @enum {string} */
            kind: "service" | "category" | "term";
            /** @description Path of its page on the site. */
            href: string;
        };
        Category: {
            /**
             * @description Id of a category of this catalog (`GET /api/categories`).
             * @example weather-environment
             */
            id: string;
            /**
             * @description Label shown to people.
             * @example Weather & Environment
             */
            name: string;
            /**
             * @description What belongs here.
             * @example Forecasts and measurements.
             */
            description: string;
            /**
             * @description Services listed in this category.
             * @example 12
             */
            serviceCount: number;
        };
        Export: {
            /**
             * @description Version of this format.
             * @constant
             */
            version: "1.0";
            /**
             * @description Name of the catalog.
             * @example tollbook
             */
            source: string;
            /**
             * Format: date-time
             * @description When the catalog last changed.
             * @example 2026-01-31T12:00:00.000Z
             */
            exportedAt: string;
            endpoints: {
                /**
                 * @description Slug of the first name, then 8 characters drawn from the endpoint; never changes.
                 * @example rain-radar-7x3k9m2p
                 */
                id: string;
                /**
                 * @description Name of the service. Untrusted text.
                 * @example Rain Radar
                 */
                name: string;
                /**
                 * Format: uri
                 * @description Base URL in canonical form.
                 * @example https://api.example.com/rain
                 */
                endpoint: string;
                /**
                 * @description Label of the category, not its id.
                 * @example Weather & Environment
                 */
                category: string;
                pricing: {
                    /**
                     * @description Symbol of the token the price is in.
                     * @example USDC
                     */
                    currency: string;
                    /**
                     * @description Price of one request in `currency`, a plain decimal; kept as written.
                     * @example 0.001
                     */
                    pricePerRequest: string;
                };
                x402Config: components["schemas"]["X402Config"];
                /**
                 * @description Made from what was observed; 0 until then.
                 * @example 0
                 */
                trustScore: number;
                status: components["schemas"]["Status"];
            }[];
        };
        Observed: {
            /**
             * @description Slug of the first name, then 8 characters drawn from the endpoint; never changes.
             * @example rain-radar-7x3k9m2p
             */
            id: string;
            /**
             * @description `verified`: its live 402 asks for the declared terms; `price_differs`: for another price; `terms_differ`: for another wallet, network or token; `uncheckable`: its owner opted out, it keeps checks away, it asks for payment by another protocol, or it has no 402 that can be read; `unchecked`: not checked yet; `down`: no answer, or no 402 that can be read for over a day.
             * @example verified
             * @enum {string}
             */
            state: "verified" | "price_differs" | "terms_differ" | "uncheckable" | "unchecked" | "down";
            /** @description What the last check found; null before the first. */
            verdict: components["schemas"]["Verdict"] | null;
            detail: string | null;
            /** Format: date-time */
            checkedAt: string | null;
            /**
             * Format: date-time
             * @description Since when every check found this.
             */
            since: string | null;
            /**
             * Format: date-time
             * @description When the live terms were last read.
             */
            readAt: string | null;
            /** @description The method that was answered with them; null where it is not known. */
            method: ("GET" | "POST" | "PUT" | "PATCH" | "DELETE") | null;
            fields: {
                /** @enum {string} */
                field: "price" | "payTo" | "network" | "asset" | "scheme";
                declared: string | null;
                observed: string | null;
                /** @description Null where it is unknown. */
                match: boolean | null;
            }[];
            accepts: components["schemas"]["Terms"][];
            /** @description Every way to pay, by any protocol: those of `accepts`, then those of MPP and L402 that the last answer offered. Checks compare x402 alone. */
            rails: components["schemas"]["Rail"][];
            /** @description How the live 402 describes its request; null where it does not. */
            request: components["schemas"]["DescribedRequest"] | null;
            remarks: {
                code: string;
                detail: string;
            }[];
            /** @description By what the owner has proven the service; null without. */
            proof: {
                /** @enum {string} */
                method: "wallet" | "http" | "dns";
                /**
                 * Format: date-time
                 * @description When the owner claimed the service with it.
                 */
                at: string;
                /** @description Where it was seen: the CAIP-10 account that is paid, the URL, or the DNS name. */
                evidence: string;
                /**
                 * Format: date-time
                 * @description When it was last seen to hold.
                 */
                heldAt: string;
                /**
                 * @description `stale` when the last looks did not find it; by http and dns, it ends when it is not found for 30 days.
                 * @enum {string}
                 */
                state: "holds" | "stale";
            } | null;
            /** @description The offers that the owner declares beside the main one, in their order. */
            offers: components["schemas"]["ObservedOffer"][];
        };
        Checks: {
            /**
             * @description Slug of the first name, then 8 characters drawn from the endpoint; never changes.
             * @example rain-radar-7x3k9m2p
             */
            id: string;
            days: {
                /** Format: date */
                date: string;
                /** @description Those in `blocked` left out. */
                checks: number;
                /** @description Answered with a 402 that can be read. */
                ok: number;
                /** @description Of these, with the terms that were declared. */
                verified: number;
                /** @description Turned away, or asked to pay by another protocol than x402, which says nothing about the declared terms. */
                blocked: number;
                /** @description Percent; null without `checks`. */
                uptime: number | null;
                p50Ms: number | null;
                p95Ms: number | null;
            }[];
            /** @description What the live 402 asked for, beside what was declared then: an entry for each change of price, wallet, network, token or scheme, oldest first. */
            terms: {
                /** Format: date-time */
                firstSeen: string;
                /** Format: date-time */
                lastSeen: string;
                fields: {
                    /** @enum {string} */
                    field: "price" | "payTo" | "network" | "asset" | "scheme";
                    declared: string | null;
                    observed: string | null;
                    /** @description Null where it is unknown. */
                    match: boolean | null;
                }[];
            }[];
            latest: {
                /** Format: date-time */
                at: string;
                verdict: components["schemas"]["Verdict"];
                /** @description Null when there was no HTTP answer. */
                httpStatus: number | null;
                latencyMs: number | null;
                detail: string;
            }[];
        };
        Trust: {
            /**
             * @description Slug of the first name, then 8 characters drawn from the endpoint; never changes.
             * @example rain-radar-7x3k9m2p
             */
            id: string;
            /**
             * @description Version of the rules that made the score.
             * @constant
             */
            version: "trust/2";
            score: number;
            /** @description False while there is too little history for the score to mean much. */
            rated: boolean;
            components: {
                /** @enum {string} */
                name: "terms" | "availability" | "latency" | "age" | "buyers";
                weight: number;
                /** @description From 0 to 1; null when unknown, and then left out of the sum. */
                value: number | null;
                /** @description What the value was made from, in words. */
                evidence: string;
            }[];
        };
        History: {
            /**
             * @description Slug of the first name, then 8 characters drawn from the endpoint; never changes.
             * @example rain-radar-7x3k9m2p
             */
            id: string;
            /**
             * @description `false` when the server does not have the first changes; absent otherwise.
             * @constant
             */
            complete?: false;
            changes: {
                /**
                 * Format: date-time
                 * @description Time of the commit.
                 */
                at: string;
                /** @enum {string} */
                kind: "created" | "updated" | "deleted" | "restored";
                /** @description The commit that brought the change to the branch of the catalog: of a pull request, the merge. */
                commit: string;
                /** @description Who owned the service after the change, or before its deletion; null when nobody did. */
                owner: string | null;
                /** @description What changed, without `updatedAt`. A service that is created or restored gains all its values, and a deleted one loses them; a file that cannot be read has none. Empty when only the form of the file changed. */
                fields: {
                    /**
                     * @description RFC 6901 pointer to a value in the declaration that holds no others.
                     * @example /pricing/pricePerRequest
                     */
                    pointer: string;
                    /** @description Null when it was added. */
                    before: unknown;
                    /** @description Null when it was removed. */
                    after: unknown;
                }[];
            }[];
        };
        Claim: {
            /**
             * @description Slug of the first name, then 8 characters drawn from the endpoint; never changes.
             * @example rain-radar-7x3k9m2p
             */
            id: string;
            /**
             * @description An owner of listings.
             * @example github:9919
             * @example acme
             */
            owner: string;
            proof: {
                /** @enum {string} */
                method: "wallet" | "http" | "dns";
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 * @example 2026-01-31T12:00:00.000Z
                 */
                at: string;
                /** @description Where it was seen: the CAIP-10 account that is paid, the URL, or the DNS name. */
                evidence: string;
            };
        };
        Webhook: {
            /**
             * @description Id of the webhook.
             * @example wh_3m8v1r5e6tkqa
             */
            id: string;
            /** Format: uri */
            url: string;
            /** @description The kinds of changes that it is told of. */
            kinds: ("created" | "updated" | "deleted" | "removed" | "restored" | "observed")[];
            /** @description Filters of the list; null without any. */
            query: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * @description While it is off, nothing is delivered.
             * @enum {string}
             */
            status: "on" | "off";
            /** @description Why it is off: the target accepted nothing for 24 hours (`failing`), it answered 410 (`gone`), or the operator blocked you or its host. Null while it is on. */
            cause: ("failing" | "gone" | "owner_blocked" | "host_blocked") | null;
            /** @description The cause as a sentence; null while it is on. */
            reason: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            offSince: string | null;
            /**
             * Format: date-time
             * @description When it last left changes out, because they were kept no more. Take an export then. Null if it never did.
             * @example 2026-01-31T12:00:00.000Z
             */
            missedAt: string | null;
            /**
             * Format: date-time
             * @description Until when the former secret signs too; null when only the present one does.
             * @example 2026-01-31T12:00:00.000Z
             */
            formerSecretUntil: string | null;
            /** @description The last 20, newest first. */
            deliveries: components["schemas"]["Delivery"][];
        };
        NewWebhook: {
            /**
             * @description Id of the webhook.
             * @example wh_3m8v1r5e6tkqa
             */
            id: string;
            /** @description Signs deliveries: `whsec_` and 32 bytes in base64. It cannot be shown again. */
            secret: string;
        };
        WebhookSecret: {
            /**
             * @description Id of the webhook.
             * @example wh_3m8v1r5e6tkqa
             */
            id: string;
            /** @description Signs deliveries: `whsec_` and 32 bytes in base64. It cannot be shown again. */
            secret: string;
            /**
             * Format: date-time
             * @description Until when the former secret signs too, beside this one.
             * @example 2026-01-31T12:00:00.000Z
             */
            formerUntil: string;
        };
        WebhookTest: {
            /**
             * @description The `webhook-id` of all of its tries.
             * @example msg_0123456789abcdef0123456789abcdef
             */
            id: string;
            /** @description Whether the target answered 2xx. */
            accepted: boolean;
            /** @description Status of the last answer; null without one. */
            httpStatus: number | null;
            /** @description What was wrong; null if nothing was. */
            detail: string | null;
        };
        Validation: {
            /** @description Whether every required check passed. */
            valid: boolean;
            verdict: components["schemas"]["Verdict"];
            checks: {
                check: string;
                passed: boolean;
                /** @enum {string} */
                severity: "required" | "advisory";
                detail: string;
                expected?: string;
                actual?: string;
                cure?: string;
            }[];
            terms: components["schemas"]["Terms"][];
            /** @description Every way to pay that the answer offers: those of `terms`, then those of MPP and L402. */
            rails: components["schemas"]["Rail"][];
            /** @description What the seller’s own `/openapi.json` (with `x-payment-info`) or `/.well-known/x402` says of the endpoint, to begin a registration with. Nobody vouches for it: where the live answer says otherwise, that counts. */
            discovered?: components["schemas"]["Discovered"];
        };
        Challenge: {
            /** @description The text to sign: EIP-4361, or its twin for Solana. */
            message: string;
            nonce: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            expiresAt: string;
        };
        IssuedKey: {
            /** @description The key, `tbk_<id>_<secret>`. It cannot be shown again. */
            key: string;
            /** @description Id of the key: the middle part of `tbk_<id>_<secret>`. */
            id: string;
            /**
             * @description An owner of listings.
             * @example github:9919
             * @example acme
             */
            owner: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            expiresAt: string;
        };
        Key: {
            /** @description Id of the key: the middle part of `tbk_<id>_<secret>`. */
            id: string;
            /**
             * @description An owner of listings.
             * @example github:9919
             * @example acme
             */
            owner: string;
            /** @description Id of the repository whose listings the key is for. Absent when it is for all of its owner. */
            repository?: string;
            /**
             * @description `write`: change listings, webhooks and keys. `operate`: read what is for the operator.
             * @enum {string}
             */
            scope: "write" | "operate";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Null when it never expires.
             * @example 2026-01-31T12:00:00.000Z
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description Null unless it was revoked.
             * @example 2026-01-31T12:00:00.000Z
             */
            revokedAt: string | null;
        };
        ArdEntry: {
            "@context": {
                /** @constant */
                pay: "https://agenticresourcediscovery.org/ns/payment#";
                /** @constant */
                schema: "https://schema.org/";
            };
            /** @example urn:air:tollbook.example:service:rain-radar-7x3k9m2p */
            identifier: string;
            /** @description Untrusted text. */
            displayName: string;
            /**
             * @description What is at `url`.
             * @constant
             */
            type: "application/vnd.tollbook.service+json";
            /**
             * Format: uri
             * @description The service as this catalog describes it. The API itself is at `metadata.endpoint`.
             */
            url: string;
            /** @description Untrusted text. */
            description: string;
            /** @description The category. */
            tags: string[];
            /** @description Made of the declaration, 2 or 3; not in search results. Untrusted text. */
            representativeQueries?: string[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            updatedAt: string;
            metadata: {
                /** @description Base URL of the API itself, which answers 402 until paid. */
                endpoint: string;
                /**
                 * Format: uri
                 * @description The page of the service, for people.
                 */
                page: string;
                status: components["schemas"]["Status"];
                /**
                 * @description `verified`: its live 402 asks for the declared terms; `price_differs`: for another price; `terms_differ`: for another wallet, network or token; `uncheckable`: its owner opted out, it keeps checks away, it asks for payment by another protocol, or it has no 402 that can be read; `unchecked`: not checked yet; `down`: no answer, or no 402 that can be read for over a day.
                 * @example verified
                 * @enum {string}
                 */
                state: "verified" | "price_differs" | "terms_differ" | "uncheckable" | "unchecked" | "down";
                /** @description Of this catalog, 0 to 100; it has no part in `score`. */
                trustScore: number;
                /**
                 * @description Whether the terms in this entry are those of the live 402, as a check last read them, or only what the owner declares.
                 * @enum {string}
                 */
                terms: "observed" | "declared";
                /**
                 * @description Per request, with the currency.
                 * @example 0.01 USDC
                 */
                price?: string;
                /** @description CAIP-2 where it is known. */
                network?: string;
                /** @description Requests that the owner says are free of charge. */
                freeRequests?: number;
                /** Format: date-time */
                checkedAt?: string;
                /** @description What its owner says about its end. */
                deprecated?: string;
            };
            /** @description Absent where the site has no domain name or no TLS. */
            trustManifest?: {
                /**
                 * Format: uri
                 * @description The site that lists the service: it vouches for the listing, not for the seller.
                 */
                identity: string;
                /** @constant */
                identityType: "https";
            };
            "pay:protocol": "x402"[];
            /** @description Per request, an exact decimal. Absent, with the currency, where the live 402 asks for an unknown token. */
            "pay:price"?: string;
            "pay:currency"?: string;
            /** @description CAIP-2 where it is known; several where the price is asked on several. */
            "pay:network": string | string[];
            /** @description The entries of the live 402 as its seller sent them; of single entries only. */
            "pay:accepts"?: {
                [key: string]: unknown;
            }[];
            "schema:offers"?: {
                /** @constant */
                "@type": "schema:Offer";
                "schema:price": string;
                "schema:priceCurrency": string;
            };
        };
        ArdResult: {
            "@context": {
                /** @constant */
                pay: "https://agenticresourcediscovery.org/ns/payment#";
                /** @constant */
                schema: "https://schema.org/";
            };
            /** @example urn:air:tollbook.example:service:rain-radar-7x3k9m2p */
            identifier: string;
            /** @description Untrusted text. */
            displayName: string;
            /**
             * @description What is at `url`.
             * @constant
             */
            type: "application/vnd.tollbook.service+json";
            /**
             * Format: uri
             * @description The service as this catalog describes it. The API itself is at `metadata.endpoint`.
             */
            url: string;
            /** @description Untrusted text. */
            description: string;
            /** @description The category. */
            tags: string[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             * @example 2026-01-31T12:00:00.000Z
             */
            updatedAt: string;
            metadata: {
                /** @description Base URL of the API itself, which answers 402 until paid. */
                endpoint: string;
                /**
                 * Format: uri
                 * @description The page of the service, for people.
                 */
                page: string;
                status: components["schemas"]["Status"];
                /**
                 * @description `verified`: its live 402 asks for the declared terms; `price_differs`: for another price; `terms_differ`: for another wallet, network or token; `uncheckable`: its owner opted out, it keeps checks away, it asks for payment by another protocol, or it has no 402 that can be read; `unchecked`: not checked yet; `down`: no answer, or no 402 that can be read for over a day.
                 * @example verified
                 * @enum {string}
                 */
                state: "verified" | "price_differs" | "terms_differ" | "uncheckable" | "unchecked" | "down";
                /** @description Of this catalog, 0 to 100; it has no part in `score`. */
                trustScore: number;
                /**
                 * @description Whether the terms in this entry are those of the live 402, as a check last read them, or only what the owner declares.
                 * @enum {string}
                 */
                terms: "observed" | "declared";
                /**
                 * @description Per request, with the currency.
                 * @example 0.01 USDC
                 */
                price?: string;
                /** @description CAIP-2 where it is known. */
                network?: string;
                /** @description Requests that the owner says are free of charge. */
                freeRequests?: number;
                /** Format: date-time */
                checkedAt?: string;
                /** @description What its owner says about its end. */
                deprecated?: string;
            };
            /** @description Absent where the site has no domain name or no TLS. */
            trustManifest?: {
                /**
                 * Format: uri
                 * @description The site that lists the service: it vouches for the listing, not for the seller.
                 */
                identity: string;
                /** @constant */
                identityType: "https";
            };
            "pay:protocol": "x402"[];
            /** @description Per request, an exact decimal. Absent, with the currency, where the live 402 asks for an unknown token. */
            "pay:price"?: string;
            "pay:currency"?: string;
            /** @description CAIP-2 where it is known; several where the price is asked on several. */
            "pay:network": string | string[];
            /** @description The entries of the live 402 as its seller sent them; of single entries only. */
            "pay:accepts"?: {
                [key: string]: unknown;
            }[];
            "schema:offers"?: {
                /** @constant */
                "@type": "schema:Offer";
                "schema:price": string;
                "schema:priceCurrency": string;
            };
            /** @description Relevance in percent of that of the best match. Says nothing about trust. */
            score: number;
            /**
             * Format: uri
             * @description The base of the registry that has the entry.
             */
            source: string;
        };
        ArdManifest: {
            /** @constant */
            specVersion: "1.0";
            host: {
                displayName: string;
                /** Format: uri */
                documentationUrl: string;
                /** Format: uri */
                logoUrl: string;
                trustManifest?: {
                    /**
                     * Format: uri
                     * @description The site that lists the service: it vouches for the listing, not for the seller.
                     */
                    identity: string;
                    /** @constant */
                    identityType: "https";
                };
            };
            entries: {
                identifier: string;
                displayName: string;
                type: string;
                /** Format: uri */
                url: string;
                description: string;
                tags: string[];
                representativeQueries: string[];
                trustManifest?: {
                    /**
                     * Format: uri
                     * @description The site that lists the service: it vouches for the listing, not for the seller.
                     */
                    identity: string;
                    /** @constant */
                    identityType: "https";
                };
            }[];
        };
        ArdError: {
            /** @enum {string} */
            errorCode: "INVALID_ARGUMENT" | "UNAUTHENTICATED" | "NOT_FOUND" | "RATE_LIMIT_EXCEEDED" | "INTERNAL_ERROR";
            /** @description What happened this time, and what to do. */
            message: string;
        };
        Health: {
            /** @enum {string} */
            status: "ok" | "degraded";
            version: string;
            catalog: {
                services: number;
                commit: string;
                /** Format: date-time */
                loadedAt: string;
                /**
                 * Format: date-time
                 * @description Time of the build that the pages are from; null when there is none.
                 */
                builtAt: string | null;
            };
            /** @description `ok`, or what is wrong. */
            checks: {
                [key: string]: string;
            };
            uptimeSeconds: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listServices: {
        parameters: {
            query?: {
                /** @description Words to find in name, description, host and category. Typos are tolerated. */
                query?: string;
                /** @description Category ids. Matches services in any of these categories. */
                category?: string[];
                /** @description Short names or CAIP-2 ids of networks, in any letter case. Matches services that take payment on any of them. */
                chain?: string[];
                /** @description Matches services with any of these statuses. */
                status?: components["schemas"]["Status"][];
                /** @description Matches services in any of these states, which are finer than statuses. */
                state?: ("verified" | "price_differs" | "terms_differ" | "uncheckable" | "unchecked" | "down")[];
                /** @description Lowest price per request, inclusive, as a plain decimal. */
                minPricePerRequest?: string;
                /** @description Highest price per request, inclusive, as a plain decimal. */
                maxPricePerRequest?: string;
                /** @description Symbol of the token that the price is in. */
                currency?: string;
                /** @description `true` matches services that take payment on a network that is no test network. */
                mainnet?: "true";
                /** @description `true` matches services whose first requests are free. */
                freeQuota?: "true";
                /** @description Lowest uptime over the last 30 days, in percent. Unmeasured uptime does not match. */
                minUptime?: number;
                /** @description `true` matches services with at least one payment that was counted on chain. */
                paid?: "true";
                /** @description Matches services that this owner has. */
                owner?: string;
                /** @description Matches services whose endpoint has this host, in any letter case and without a port. */
                host?: string;
                /** @description Address of a wallet. Matches services that declare it, for themselves or an offer, and those whose live 402 names it; EVM addresses in any letter case. */
                payTo?: string;
                /** @description By default relevance when there is a `query`, otherwise `trustScore`. Equal services are ordered by name, then by id. */
                sortBy?: "price" | "trustScore" | "name";
                /** @description By default `asc` for `price` and `name`, `desc` for `trustScore`. */
                sortOrder?: "asc" | "desc";
                /** @description Entries per page: 1 to 100, by default 20. */
                limit?: number;
                /** @description Entries to skip. Past the end, the page is empty. */
                offset?: number;
                /** @description Names of the fields to answer with; by default all twelve. */
                fields?: ("id" | "name" | "description" | "endpoint" | "category" | "pricing" | "x402Config" | "trustScore" | "status" | "supportedChains" | "createdAt" | "updatedAt")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of services. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Service"][];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    registerService: {
        parameters: {
            query?: {
                /** @description `true` answers as if the change were made, and writes nothing. */
                dryRun?: "true" | "false";
            };
            header?: {
                /** @description Makes retries safe: for 24 hours, the same key and body get the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Registration"];
            };
        };
        responses: {
            /** @description Only with `dryRun=true`: the service that would be made. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Service"];
                };
            };
            /** @description The new service. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Service"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getService: {
        parameters: {
            query?: {
                /** @description Names of the fields to answer with; by default all twelve. */
                fields?: ("id" | "name" | "description" | "endpoint" | "category" | "pricing" | "x402Config" | "trustScore" | "status" | "supportedChains" | "createdAt" | "updatedAt")[];
            };
            header?: never;
            path: {
                /** @description Slug of the first name, then 8 characters drawn from the endpoint; never changes. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service, or the fields that were asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Service"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteService: {
        parameters: {
            query?: {
                /** @description `true` answers as if the change were made, and writes nothing. */
                dryRun?: "true" | "false";
            };
            header?: {
                /** @description ETag of the declaration, or of the service: makes the change only if nobody changed it since. `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /** @description Slug of the first name, then 8 characters drawn from the endpoint; never changes. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is withdrawn, and the commit is made. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeService: {
        parameters: {
            query?: {
                /** @description `true` answers as if the change were made, and writes nothing. */
                dryRun?: "true" | "false";
            };
            header?: {
                /** @description ETag of the declaration, or of the service: makes the change only if nobody changed it since. `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /** @description Slug of the first name, then 8 characters drawn from the endpoint; never changes. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "Rain for three hours.",
                 *       "pricing": {
                 *         "pricePerRequest": "0.002",
                 *         "freeQuota": null
                 *       }
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["ServicePatch"];
                /**
                 * @example {
                 *       "description": "Rain for three hours.",
                 *       "pricing": {
                 *         "pricePerRequest": "0.002",
                 *         "freeQuota": null
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ServicePatch"];
            };
        };
        responses: {
            /** @description The service as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Service"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getServiceStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug of the first name, then 8 characters drawn from the endpoint; never changes. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusRecord"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDeclaration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug of the first name, then 8 characters drawn from the endpoint; never changes. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The declaration. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Declaration"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    searchByIntent: {
        parameters: {
            query: {
                /** @description A sentence that says what is needed. */
                q: string;
                /** @description Entries per page: 1 to 100, by default 20. */
                limit?: number;
                /** @description Entries to skip. Past the end, the page is empty. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Services that fit, best first; none when nothing does. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntentAnswer"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    countFacets: {
        parameters: {
            query?: {
                /** @description Words to find in name, description, host and category. Typos are tolerated. */
                query?: string;
                /** @description Category ids. Matches services in any of these categories. */
                category?: string[];
                /** @description Short names or CAIP-2 ids of networks, in any letter case. Matches services that take payment on any of them. */
                chain?: string[];
                /** @description Matches services with any of these statuses. */
                status?: components["schemas"]["Status"][];
                /** @description Matches services in any of these states, which are finer than statuses. */
                state?: ("verified" | "price_differs" | "terms_differ" | "uncheckable" | "unchecked" | "down")[];
                /** @description Lowest price per request, inclusive, as a plain decimal. */
                minPricePerRequest?: string;
                /** @description Highest price per request, inclusive, as a plain decimal. */
                maxPricePerRequest?: string;
                /** @description Symbol of the token that the price is in. */
                currency?: string;
                /** @description `true` matches services that take payment on a network that is no test network. */
                mainnet?: "true";
                /** @description `true` matches services whose first requests are free. */
                freeQuota?: "true";
                /** @description Lowest uptime over the last 30 days, in percent. Unmeasured uptime does not match. */
                minUptime?: number;
                /** @description `true` matches services with at least one payment that was counted on chain. */
                paid?: "true";
                /** @description Matches services that this owner has. */
                owner?: string;
                /** @description Matches services whose endpoint has this host, in any letter case and without a port. */
                host?: string;
                /** @description Address of a wallet. Matches services that declare it, for themselves or an offer, and those whose live 402 names it; EVM addresses in any letter case. */
                payTo?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Services of each kind. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Facets"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    suggest: {
        parameters: {
            query?: {
                /** @description What has been typed so far. */
                query?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description At most 8: categories, words, and names of services. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suggestion"][];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSimilarServices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug of the first name, then 8 characters drawn from the endpoint; never changes. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description At most 10, the most alike first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Service"][];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDiscoveryResources: {
        parameters: {
            query?: {
                /** @description Every service here is called by `http`; another type matches none. */
                type?: string;
                /** @description Address of a wallet. Matches services that declare it, for themselves or an offer, and those whose live 402 names it; EVM addresses in any letter case. */
                payTo?: string;
                /** @description A scheme of x402. Of services that were never read, `exact` is assumed. */
                scheme?: string;
                /** @description Short name or CAIP-2 id of a network. */
                network?: string;
                /** @description Names of extensions of the live 402; a service must have all of them. */
                extensions?: string[];
                /** @description Resources per page: 1 to 1000, by default 100. */
                limit?: number;
                /** @description Entries to skip. Past the end, the page is empty. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of services. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        x402Version: 2;
                        items: {
                            /**
                             * @description URL of the service.
                             * @example https://api.example.com/rain
                             */
                            resource: string;
                            /** @constant */
                            type: "http";
                            /**
                             * @description The version of x402 in which `accepts` is to be read.
                             * @example 2
                             */
                            x402Version: number;
                            /** @description Ways to pay (`PaymentRequirements`). Empty where the declared token is not known. */
                            accepts: {
                                [key: string]: unknown;
                            }[];
                            /** Format: date-time */
                            lastUpdated: string;
                            serviceName: string;
                            description: string;
                            mimeType?: string;
                            /** @description The category. */
                            tags: string[];
                            /** @description Payments counted on chain; absent where nobody counts them. */
                            quality?: {
                                totalCalls: number;
                                uniquePayers: number;
                            };
                            /** @description Those of the live 402, and what this catalog knows. */
                            extensions: {
                                tollbook: {
                                    /**
                                     * @description Slug of the first name, then 8 characters drawn from the endpoint; never changes.
                                     * @example rain-radar-7x3k9m2p
                                     */
                                    id: string;
                                    /** Format: uri */
                                    page: string;
                                    /**
                                     * @description Whether `accepts` is what the live 402 said at `readAt`, as its seller sent it, or only what the owner declares.
                                     * @enum {string}
                                     */
                                    terms: "observed" | "declared";
                                    /** Format: date-time */
                                    readAt: string | null;
                                    status: components["schemas"]["Status"];
                                    /**
                                     * @description `verified`: its live 402 asks for the declared terms; `price_differs`: for another price; `terms_differ`: for another wallet, network or token; `uncheckable`: its owner opted out, it keeps checks away, it asks for payment by another protocol, or it has no 402 that can be read; `unchecked`: not checked yet; `down`: no answer, or no 402 that can be read for over a day.
                                     * @example verified
                                     * @enum {string}
                                     */
                                    state: "verified" | "price_differs" | "terms_differ" | "uncheckable" | "unchecked" | "down";
                                    verdict: components["schemas"]["Verdict"] | null;
                                    trustScore: number;
                                    /** Format: date-time */
                                    checkedAt: string | null;
                                    serviceName: string;
                                    description: string;
                                    category: string;
                                };
                            } & {
                                [key: string]: unknown;
                            };
                        }[];
                        pagination: {
                            limit: number;
                            offset: number;
                            total: number;
                        };
                    };
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    searchDiscoveryResources: {
        parameters: {
            query: {
                /** @description A sentence or words that say what is needed. */
                query: string;
                /** @description Every service here is called by `http`; another type matches none. */
                type?: string;
                /** @description Address of a wallet. Matches services that declare it, for themselves or an offer, and those whose live 402 names it; EVM addresses in any letter case. */
                payTo?: string;
                /** @description A scheme of x402. Of services that were never read, `exact` is assumed. */
                scheme?: string;
                /** @description Short name or CAIP-2 id of a network. */
                network?: string;
                /** @description Names of extensions of the live 402; a service must have all of them. */
                extensions?: string[];
                /** @description Address of a token that is known here, in any letter case; another matches none. */
                asset?: string;
                /** @description Highest price per request in US dollars, or tokens pegged to it. */
                maxUsdPrice?: string;
                /** @description A part of the URL, in any letter case. */
                urlSubstring?: string;
                /** @description Category ids; a service must have one of them. */
                tags?: string[];
                /** @description Resources per page: 1 to 100, by default 20. */
                limit?: number;
                /** @description The `pagination.cursor` of the last answer, for the next page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of services, best first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        x402Version: 2;
                        resources: {
                            /**
                             * @description URL of the service.
                             * @example https://api.example.com/rain
                             */
                            resource: string;
                            /** @constant */
                            type: "http";
                            /**
                             * @description The version of x402 in which `accepts` is to be read.
                             * @example 2
                             */
                            x402Version: number;
                            /** @description Ways to pay (`PaymentRequirements`). Empty where the declared token is not known. */
                            accepts: {
                                [key: string]: unknown;
                            }[];
                            /** Format: date-time */
                            lastUpdated: string;
                            serviceName: string;
                            description: string;
                            mimeType?: string;
                            /** @description The category. */
                            tags: string[];
                            /** @description Payments counted on chain; absent where nobody counts them. */
                            quality?: {
                                totalCalls: number;
                                uniquePayers: number;
                            };
                            /** @description Those of the live 402, and what this catalog knows. */
                            extensions: {
                                tollbook: {
                                    /**
                                     * @description Slug of the first name, then 8 characters drawn from the endpoint; never changes.
                                     * @example rain-radar-7x3k9m2p
                                     */
                                    id: string;
                                    /** Format: uri */
                                    page: string;
                                    /**
                                     * @description Whether `accepts` is what the live 402 said at `readAt`, as its seller sent it, or only what the owner declares.
                                     * @enum {string}
                                     */
                                    terms: "observed" | "declared";
                                    /** Format: date-time */
                                    readAt: string | null;
                                    status: components["schemas"]["Status"];
                                    /**
                                     * @description `verified`: its live 402 asks for the declared terms; `price_differs`: for another price; `terms_differ`: for another wallet, network or token; `uncheckable`: its owner opted out, it keeps checks away, it asks for payment by another protocol, or it has no 402 that can be read; `unchecked`: not checked yet; `down`: no answer, or no 402 that can be read for over a day.
                                     * @example verified
                                     * @enum {string}
                                     */
                                    state: "verified" | "price_differs" | "terms_differ" | "uncheckable" | "unchecked" | "down";
                                    verdict: components["schemas"]["Verdict"] | null;
                                    trustScore: number;
                                    /** Format: date-time */
                                    checkedAt: string | null;
                                    serviceName: string;
                                    description: string;
                                    category: string;
                                };
                            } & {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @constant */
                        partialResults: false;
                        pagination: {
                            limit: number;
                            cursor: string | null;
                        };
                        /** @enum {string} */
                        searchMethod: "text" | "hybrid";
                    };
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMerchantResources: {
        parameters: {
            query: {
                /** @description Address of a wallet. Matches services that declare it, for themselves or an offer, and those whose live 402 names it; EVM addresses in any letter case. */
                payTo: string;
                /** @description Resources per page: 1 to 100, by default 20. */
                limit?: number;
                /** @description Entries to skip. Past the end, the page is empty. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of services. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        x402Version: 2;
                        payTo: string;
                        resources: {
                            /**
                             * @description URL of the service.
                             * @example https://api.example.com/rain
                             */
                            resource: string;
                            /** @constant */
                            type: "http";
                            /**
                             * @description The version of x402 in which `accepts` is to be read.
                             * @example 2
                             */
                            x402Version: number;
                            /** @description Ways to pay (`PaymentRequirements`). Empty where the declared token is not known. */
                            accepts: {
                                [key: string]: unknown;
                            }[];
                            /** Format: date-time */
                            lastUpdated: string;
                            serviceName: string;
                            description: string;
                            mimeType?: string;
                            /** @description The category. */
                            tags: string[];
                            /** @description Payments counted on chain; absent where nobody counts them. */
                            quality?: {
                                totalCalls: number;
                                uniquePayers: number;
                            };
                            /** @description Those of the live 402, and what this catalog knows. */
                            extensions: {
                                tollbook: {
                                    /**
                                     * @description Slug of the first name, then 8 characters drawn from the endpoint; never changes.
                                     * @example rain-radar-7x3k9m2p
                                     */
                                    id: string;
                                    /** Format: uri */
                                    page: string;
                                    /**
                                     * @description Whether `accepts` is what the live 402 said at `readAt`, as its seller sent it, or only what the owner declares.
                                     * @enum {string}
                                     */
                                    terms: "observed" | "declared";
                                    /** Format: date-time */
                                    readAt: string | null;
                                    status: components["schemas"]["Status"];
                                    /**
                                     * @description `verified`: its live 402 asks for the declared terms; `price_differs`: for another price; `terms_differ`: for another wallet, network or token; `uncheckable`: its owner opted out, it keeps checks away, it asks for payment by another protocol, or it has no 402 that can be read; `unchecked`: not checked yet; `down`: no answer, or no 402 that can be read for over a day.
                                     * @example verified
                                     * @enum {string}
                                     */
                                    state: "verified" | "price_differs" | "terms_differ" | "uncheckable" | "unchecked" | "down";
                                    verdict: components["schemas"]["Verdict"] | null;
                                    trustScore: number;
                                    /** Format: date-time */
                                    checkedAt: string | null;
                                    serviceName: string;
                                    description: string;
                                    category: string;
                                };
                            } & {
                                [key: string]: unknown;
                            };
                        }[];
                        pagination: {
                            limit: number;
                            offset: number;
                            total: number;
                        };
                    };
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    searchArd: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArdSearchRequest"];
            };
        };
        responses: {
            /** @description A page of entries, best first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["ArdResult"][];
                        /** @description Empty, and only where `federation` asks for referrals: this registry knows no other one. */
                        referrals?: {
                            identifier: string;
                            displayName: string;
                            /** @constant */
                            type: "application/ai-registry+json";
                            /** Format: uri */
                            url: string;
                        }[];
                        /** @description For the next page; absent on the last one. */
                        pageToken?: string;
                    };
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exploreArd: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArdExploreRequest"];
            };
        };
        responses: {
            /** @description The values of each field that was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        resultType: "facets";
                        facets: {
                            [key: string]: {
                                /** @description Most entries first. */
                                buckets: {
                                    value: string;
                                    count: number;
                                }[];
                                /** @description Entries in the buckets beyond the limit. */
                                otherCount: number;
                            };
                        };
                    };
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listArdEntries: {
        parameters: {
            query?: {
                /** @description Conditions joined by AND: `displayName` (a part of it, in any letter case), `type`, `publisherId`, `tags` (each a list of values separated by commas), `createdAfter`, `updatedAfter`. */
                filter?: string;
                /** @description `displayName`, `createdAt` or `updatedAt`, with `ASC` or `DESC` behind it. By default those listed first come first. */
                orderBy?: string;
                /** @description Entries per page: 1 to 100, by default 20. */
                pageSize?: number;
                /** @description The `pageToken` of the last answer, for the next page. */
                pageToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ArdEntry"][];
                        total: number;
                        /** @description For the next page; absent on the last one. */
                        pageToken?: string;
                    };
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getArdEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of an entry, percent-encoded once. */
                identifier: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArdEntry"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getArdManifest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The manifest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArdManifest"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAiCatalog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The manifest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArdManifest"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getServiceHistory: {
        parameters: {
            query?: {
                /** @description Entries per page: 1 to 100, by default 20. */
                limit?: number;
                /** @description Entries to skip. Past the end, the page is empty. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Slug of the first name, then 8 characters drawn from the endpoint; never changes. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["History"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description A cursor, after which to go on. By default, the oldest change that is kept comes first. */
                since?: string;
                /** @description Changes per answer: 1 to 1000, by default 100. */
                limit?: number;
                /** @description Seconds to wait for a change before answering that there is none. */
                wait?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Oldest first. */
                        changes: {
                            /**
                             * @description A place in the feed: just after a change. A text without further meaning, safe in a URL.
                             * @example ZmVlZGZlZWRmZWVkZmVlZC5jcmU2NnI0MWcuMTd5bG0
                             */
                            cursor: string;
                            /**
                             * Format: date-time
                             * @description When it happened, or when it was first noticed.
                             */
                            at: string;
                            /**
                             * @description `created`, `updated`, `deleted` (by its owner, or its file is gone), `removed` (by the operator), `restored`: of the declaration. `observed`: its state, status, score, chains, live terms or payments are others than before; payments are told once an hour.
                             * @enum {string}
                             */
                            kind: "created" | "updated" | "deleted" | "removed" | "restored" | "observed";
                            /**
                             * @description Slug of the first name, then 8 characters drawn from the endpoint; never changes.
                             * @example rain-radar-7x3k9m2p
                             */
                            id: string;
                            /**
                             * @description The commit that the change came with; of `observed`, the commit of the catalog then.
                             * @example 0123456789abcdef0123456789abcdef01234567
                             */
                            commit: string;
                            /** @description The service as of this answer; null when it is not listed now. */
                            service: components["schemas"]["Service"] | null;
                            /**
                             * @description Why it was deleted; of `removed` always there, and null where nothing was said. Untrusted text.
                             * @example Fraud.
                             */
                            reason?: string | null;
                        }[];
                        /**
                         * @description Where to go on: the next `since`.
                         * @example ZmVlZGZlZWRmZWVkZmVlZC5jcmU2NnI0MWcuMTd5bG0
                         */
                        next: string;
                        /** @description Whether there are more changes already. */
                        more: boolean;
                        freshness: {
                            /** Format: date-time */
                            generatedAt: string;
                            /**
                             * Format: date-time
                             * @description Time of the last change of all; null before the first.
                             */
                            latestChangeAt: string | null;
                            /**
                             * @description How long changes are kept.
                             * @example 90
                             */
                            retentionDays: number;
                        };
                    };
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    streamChanges: {
        parameters: {
            query?: {
                /** @description A cursor, after which to go on. By default, the stream begins now. */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. The stream has no end. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCheckpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checkpoint. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLogKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLogTile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description 0 to 5, or `entries`. */
                level: string;
                /** @description The number of the tile. */
                tile: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tile. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCategories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The categories. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"][];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportCatalog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportNdjson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A service per line. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportCsv: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A header, and a record for each service. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportSqlite: {
        parameters: {
            query?: never;
            header?: {
                /** @description The part to send, as one range of bytes. */
                Range?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The database. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.sqlite3": string;
                };
            };
            /** @description The part of the database that `Range` names. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.sqlite3": string;
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks of this owner. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookRequest"];
            };
        };
        responses: {
            /** @description The new webhook, with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhook"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the target answered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    enableWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook, which is on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook. */
                id: string;
                /** @description Id of the delivery, which is its `webhook-id`. */
                delivery: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, which waits. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getServiceTrust: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug of the first name, then 8 characters drawn from the endpoint; never changes. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The score with its parts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trust"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getServiceObserved: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug of the first name, then 8 characters drawn from the endpoint; never changes. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was declared and what was seen, field by field. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Observed"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getServiceChecks: {
        parameters: {
            query?: {
                /** @description Days to look back: 1 to 366, by default 30. */
                days?: number;
            };
            header?: never;
            path: {
                /** @description Slug of the first name, then 8 characters drawn from the endpoint; never changes. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sums for each day, and the last checks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checks"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getServicePayments: {
        parameters: {
            query?: {
                /** @description Days to look back: 1 to 365, by default 30. */
                days?: number;
            };
            header?: never;
            path: {
                /** @description Slug of the first name, then 8 characters drawn from the endpoint; never changes. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sums, days, and the last payments. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Slug of the first name, then 8 characters drawn from the endpoint; never changes.
                         * @example rain-radar-7x3k9m2p
                         */
                        id: string;
                        /** @description False where this catalog has no RPC provider for the network; all other values are then zero or null. */
                        counted: boolean;
                        /** @description Whose payments these are: `service` for its own, `wallet` for those of a wallet shared with services of the same price. */
                        attribution: ("service" | "wallet") | null;
                        /** @description CAIP-2 where the network is known. */
                        network: string;
                        /** @description The token; null where it is not known. */
                        asset: string | null;
                        wallet: string;
                        currency: string;
                        txCount: number;
                        /** @description The exact sum as a number, in units of `currency`. */
                        totalRevenue: number;
                        uniquePayers: number;
                        /** @description The share of the payments that the busiest payer made, 0 to 1; null without payments. */
                        largestPayerShare: number | null;
                        /** @description How many other services report some of the same payments. */
                        sharedWith: number;
                        /** @description `self_payments`: the wallet paid itself; `single_payer`: one payer made more than 90 % of the payments. */
                        flags: ("self_payments" | "single_payer")[];
                        days: {
                            /** Format: date */
                            date: string;
                            txCount: number;
                            /**
                             * @description Exact decimal, in units of `currency`.
                             * @example 0.003
                             */
                            revenue: string;
                            payers: number;
                        }[];
                        recent: {
                            /** @description CAIP-2; the live 402 may ask to be paid elsewhere. */
                            network: string;
                            tx: string;
                            /** Format: date-time */
                            at: string;
                            /**
                             * @description Exact decimal, in units of `currency`.
                             * @example 0.003
                             */
                            amount: string;
                            payer: string;
                        }[];
                        /** @description Null before the first pass. */
                        countedFrom: {
                            block: number;
                            /** Format: date-time */
                            at: string;
                        } | null;
                        countedTo: {
                            block: number;
                            /** Format: date-time */
                            at: string;
                        } | null;
                    };
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    registerServices: {
        parameters: {
            query?: {
                /** @description `true` answers as if the change were made, and writes nothing. */
                dryRun?: "true" | "false";
            };
            header?: {
                /** @description Makes retries safe: for 24 hours, the same key and body get the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Batch"];
            };
        };
        responses: {
            /** @description The outcome of each registration. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchResults"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    restoreService: {
        parameters: {
            query?: {
                /** @description `true` answers as if the change were made, and writes nothing. */
                dryRun?: "true" | "false";
            };
            header?: {
                /** @description ETag of the declaration, or of the service: makes the change only if nobody changed it since. `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /** @description Slug of the first name, then 8 characters drawn from the endpoint; never changes. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Service"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    transferService: {
        parameters: {
            query?: {
                /** @description `true` answers as if the change were made, and writes nothing. */
                dryRun?: "true" | "false";
            };
            header?: {
                /** @description ETag of the declaration, or of the service: makes the change only if nobody changed it since. `*` for any. */
                "If-Match"?: string;
            };
            path: {
                /** @description Slug of the first name, then 8 characters drawn from the endpoint; never changes. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Transfer"];
            };
        };
        responses: {
            /** @description The service, which is yours now, or whose offer you cancelled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Service"];
                };
            };
            /** @description It is offered. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferOffer"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    claimService: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug of the first name, then 8 characters drawn from the endpoint; never changes. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimRequest"];
            };
        };
        responses: {
            /** @description The service belongs to the owner of the key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    validateEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ValidationRequest"];
            };
        };
        responses: {
            /** @description Every check, with the cure of those that failed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Validation"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    askChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChallengeRequest"];
            };
        };
        responses: {
            /** @description The message to sign. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Challenge"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys of this owner. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"][];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    makeKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignedChallenge"] | components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description The new key. It cannot be shown again. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKey"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAuditLines: {
        parameters: {
            query?: {
                /** @description Only lines from this day (UTC) or time on. */
                since?: string;
                /** @description Only what this owner did. */
                owner?: string;
                /** @description Only what was done to this service. */
                service?: string;
                /** @description Only lines before the one with this number. */
                before?: number;
                /** @description Lines per answer: 1 to 1000, by default 100. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The server works; `degraded` when a part of it does not. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The server takes requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ready";
                    };
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getApiCatalog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The catalog, as a linkset (RFC 9264). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/linkset+json": {
                        linkset: {
                            /** Format: uri */
                            anchor: string;
                            item?: {
                                /** Format: uri */
                                href: string;
                                type?: string;
                            }[];
                            "service-desc"?: {
                                /** Format: uri */
                                href: string;
                                type?: string;
                            }[];
                            "service-doc"?: {
                                /** Format: uri */
                                href: string;
                                type?: string;
                            }[];
                            status?: {
                                /** Format: uri */
                                href: string;
                                type?: string;
                            }[];
                        }[];
                    };
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document, as OpenAPI 3.1. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openapi: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description A refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    receiveChange: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the delivery; the same at each try and replay. */
                "webhook-id": string;
                /** @description Seconds since 1970, at this try. */
                "webhook-timestamp": string;
                /** @description `v1,` and the HMAC-SHA256 of `<id>.<timestamp>.<body>` in base64; several while two secrets hold, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type: "service.created" | "service.updated" | "service.deleted" | "service.removed" | "service.restored" | "service.observed";
                    /**
                     * Format: date-time
                     * @description Time of the change.
                     * @example 2026-01-31T12:00:00.000Z
                     */
                    timestamp: string;
                    data: {
                        /**
                         * @description A place in the feed: just after a change. A text without further meaning, safe in a URL.
                         * @example ZmVlZGZlZWRmZWVkZmVlZC5jcmU2NnI0MWcuMTd5bG0
                         */
                        cursor: string;
                        /**
                         * Format: date-time
                         * @description When it happened, or when it was first noticed.
                         */
                        at: string;
                        /**
                         * @description `created`, `updated`, `deleted` (by its owner, or its file is gone), `removed` (by the operator), `restored`: of the declaration. `observed`: its state, status, score, chains, live terms or payments are others than before; payments are told once an hour.
                         * @enum {string}
                         */
                        kind: "created" | "updated" | "deleted" | "removed" | "restored" | "observed";
                        /**
                         * @description Slug of the first name, then 8 characters drawn from the endpoint; never changes.
                         * @example rain-radar-7x3k9m2p
                         */
                        id: string;
                        /**
                         * @description The commit that the change came with; of `observed`, the commit of the catalog then.
                         * @example 0123456789abcdef0123456789abcdef01234567
                         */
                        commit: string;
                        /** @description The service as of this answer; null when it is not listed now. */
                        service: components["schemas"]["Service"] | null;
                        /**
                         * @description Why it was deleted; of `removed` always there, and null where nothing was said. Untrusted text.
                         * @example Fraud.
                         */
                        reason?: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description You have it. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
