/**
 * What 200 invented sellers say, in the manner of real ones, each labelled by hand with the category that a reader would look for it in: a
 * category to a line, then its texts. The first text of each pair may be tuned on; the second only measures.
 */
export const labelledSellers = `
ai-inference
  Send a prompt, get a completion. Pay per call for Claude-class reasoning without an account.
  OpenAI-compatible /v1/chat/completions gateway over 40 open weights models, billed in USDC per request
  1024-dimensional embeddings for your RAG pipeline, batch up to 64 strings
  Generates a 1024x1024 image with FLUX from your text prompt
  Persistent memory store for agents: remember and recall facts by meaning
  Text-to-video: 5 second clips from a description, 720p
  Multi-step research agent. Give it a question, it plans, browses and answers with citations
  Let a swarm of specialist agents debate your question and vote
  Agent-ready inference. POST {model, messages} and receive JSON. No API keys, no subscription, settles on Base in under two seconds.
  MCP-compatible tool that picks the best model for your task and routes the call
media-processing
  Upload audio url -> transcript with timestamps and speakers
  Turns any text into natural sounding mp3, 30 voices
  Cut out the background from product photos (PNG with alpha)
  Full page screenshot of a URL, png or jpeg, custom viewport
  Make a QR code SVG for any string
  Reads printed and handwritten text out of an image
  GIF from video, trim, scale, fps
  Detect objects & faces in a picture, returns bounding boxes
text-nlp
  Translate up to 5000 characters into any of 90 languages
  TL;DR for long articles. POST text, receive three bullet points
  Positive, negative or neutral? Scores the mood of customer comments
  Finds people, organisations and places mentioned in a document's text
  Is this essay written by a machine? Returns probability
  Rewrites a paragraph to sound friendlier
  Which language is this sentence in
  Catchy subject lines and taglines from a short brief
documents-conversion
  HTML in, PDF out. Supports headers, footers and page size
  Pull line items, totals and VAT from a scanned invoice as JSON
  xlsx to csv and back again
  Split or merge PDF pages
  Markdown to DOCX converter for reports
  Resume parser: upload CV, get structured experience and education
  Table extraction from PDF bank statements
  Turns XML feeds to JSON, validates against a schema
search-web
  Live web search results tuned for agents, with snippets and links
  Fetch any page and return clean markdown without ads
  Crawls a whole website up to 200 pages and returns its sitemap
  Google SERP top 100 for a keyword and country
  Who links to my domain? Backlink report with anchor texts
  On-page SEO audit, meta tags, headings, broken links
  Short link creator with click statistics
  Pulls title, og:image and description from a URL for link previews
market-data
  Real-time quote for any US equity ticker
  EUR/USD and 160 other FX rates, updated every minute
  Income statement, balance sheet and cash flow from 10-K filings
  Fed funds rate, CPI and unemployment time series
  Spot gold, silver and Brent prices
  Insider buys and sells by ticker, last 90 days
  Options chain with greeks for a symbol
  Is this IBAN right and which bank does it belong to
crypto-data
  BTC and ETH spot price aggregated over 12 exchanges
  Best stablecoin yields on Base right now, by APY and TVL
  Perp funding rates and open interest across venues
  New pump.fun launches scored for momentum
  What do Polymarket traders think? Odds and volume of a market
  Long/short signal for SOL with entry, stop and target
  Whale alert: transfers above $1M in the last hour
  Cheapest route to swap token A for B over Uniswap, Aerodrome and Curve
  Aggregated sentiment, volume spikes and smart money inflows for any Solana token; returns a 0-100 conviction score for trading agents
  Historical OHLCV candles for crypto pairs, 1m to 1d
blockchain-infra
  JSON-RPC endpoint for Base mainnet, pay per request instead of a plan
  ERC-20 balances and history of an address on 8 chains
  Is this token a honeypot? Checks owner rights, taxes and liquidity lock
  Simulates an EVM transaction and decodes the calldata
  x402 test endpoint. Pays back nothing, returns a receipt
  Floor price, traits and holders of an NFT collection
  Facilitator for x402: verify and settle on Base and Solana
  Current gas in gwei with slow, normal and fast tiers
  Given a contract address, returns verified source, ABI, proxy implementation and a plain English audit of risky functions
  ENS and Basename resolution in both directions
commerce-payments
  Compare prices for a product over 30 online shops
  Amazon item by ASIN: title, price, stars, reviews
  Buy a gift card for Steam, Uber or Airbnb with USDC
  Create a checkout link for your customer and get notified when paid
  Order a printed T-shirt with your design, shipped worldwide
  Top up any prepaid mobile phone in 140 countries
  Coupon codes that work for a given store
  eBay sold listings: what did it really go for
weather-environment
  Seven day forecast for lat/lon, hourly rain and wind
  AQI, PM2.5 and ozone near you
  Earthquakes above magnitude 4 in the last day
  Grid carbon intensity in gCO2 per kWh
  High and low tide times for a port
  Active wildfire hotspots from satellites
  How much solar energy would my roof make per year
  Temperature records for a station since 1950
maps-geolocation
  Address to latitude and longitude, worldwide
  Where is this IP? City, region, ASN
  ZIP code lookup with county and population
  Local time and UTC offset for any place
  Cafes, pharmacies and petrol stations within 2 km
  Driving distance matrix between points
  Population, currency, languages and flag of a country
  Elevation in meters for a coordinate
transport-travel
  Is flight LH400 on time? Gate, delay and aircraft
  Cheapest fares between two airports for a date
  Next departures at a train station
  Track a parcel with DHL, UPS, FedEx by number
  VIN decoder, recalls and odometer history
  Live vessel position by MMSI
  Hotels in a city with availability and nightly rate
  EV charging points along a route with free plugs
  METAR and NOTAM briefing for an airport pair, with alternates
  Ocean freight rate between two ports per container
government-legal
  Full text search over US federal court opinions
  Bills in Congress by topic, sponsor and status
  Patent search by claims and inventor
  Public tenders in the EU matching your keywords
  Census tables by tract: income, age, housing
  Explain a contract clause and its risks in plain words
  Election results by district since 1990
  HS code and import duty ruling for a product
business-compliance
  Company number, directors and filings from Companies House
  VIES check of a European VAT number
  Screen a name against OFAC, EU and UN lists
  Decision makers at a company with verified work emails
  Firmographics by domain: size, industry, revenue, tech stack
  Remote job openings with salary range
  Competitor landscape and market size for a startup idea
  KYB report with ownership tree
  One call due diligence: registry data, adverse media, sanctions and litigation for a company in 30 countries
  Find prospects by title and industry with their LinkedIn and email
identity-security
  Is that link phishing? Verdict with reasons
  CVE details, CVSS and exploit availability
  Has my email been in a breach
  VPN, Tor or proxy? Risk score for an IP
  Domain age, registrar and certificate, as trust score
  Scans an uploaded file with 60 antivirus engines
  Prompt injection detector for agent inputs
  Passport photo and selfie match for onboarding
  Pre-flight safety verdict for a skill or package before your agent installs it
  Checks security headers, TLS configuration and open ports of a site
communication-social
  Send an SMS to any number
  Does this mailbox exist? SMTP check without sending
  Latest tweets of a user, no X developer account needed
  Subreddit top posts and comments
  Carrier, line type and portability of a phone number
  Cast to Farcaster from your agent
  YouTube channel statistics and comments
  Agent calls a restaurant by phone and books in your words
developer-tools
  Pretty prints and validates JSON
  DNS A, MX, TXT and NS records
  Is my site up? Status code and latency from 5 regions
  Unit tests for a function you paste, in Jest or pytest
  Stars, forks and issues of a GitHub repo
  UUID v4/v7 and ULID generator
  Cron expression to human words, next 10 runs
  Latest version, licence and downloads of an npm package
  Paste an error and stack trace, get probable cause and patch for your code
  Lorem ipsum, fake users and addresses for test fixtures
storage-compute
  Pin JSON or a file to IPFS, one year
  Run untrusted Python in a sandbox, 30 s limit
  H100 by the minute
  Key-value store for agents: put, get, ttl
  Upload up to 100 MB and share a link
  Hosted Postgres: one SQL query per call
  Deploy a static site and get a URL
  Arweave upload, permanent
health-science
  Do these two medicines interact?
  Calories, protein and fat for a food
  Trials recruiting for a disease near you
  Solve an integral step by step
  Picture of the day and Mars rover photos
  Properties of a chemical by CAS number or SMILES
  Newest arXiv preprints in a field, summarised abstract
  ICD-10 code for a diagnosis
food-lifestyle
  What can I cook with eggs, rice and spinach
  Mix a cocktail from what's in your bar
  Wine pairing for a dish
  Today's horoscope for your sign
  Tarot reading, three cards
  Outfit of the day for the occasion and the weather
  What's a house at this address worth, comparable sales
  Vegan restaurants with menu and prices
  Weekly meal planner for your diet, with a shopping list sorted by aisle
  Roast my outfit: upload what you wear, get styling tips
sports-games
  Premier League fixtures, tables and live scores
  NBA box scores and player averages
  Bookmaker odds for tonight's matches
  Best chess move for a FEN position
  Steam game price, reviews and players online
  Roll 3d6 with provable randomness
  Who wins? Win probability for UFC fights
  Pokemon card market value by set
entertainment-culture
  Ratings, cast and where to stream a film
  Lyrics and chords of a song
  One dad joke per call
  Seasonal anime with scores
  Random cat picture
  Paintings in the Met by artist and year
  Concerts in your town this month
  Quotes and characters from The Simpsons
news-reference
  Headlines of the last hour by country
  Definition, synonyms and origin of a word
  Book by ISBN with cover
  Wikipedia article in 200 words
  Inspiring quote of the day
  On this day: events, births, deaths
  Bible verse by reference, 12 translations
  Flashcards and quiz questions from a school topic
`;
