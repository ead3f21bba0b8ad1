import { mapParallel } from '../adapters/each-concurrently.ts';
import type { Category } from '../domain/category.ts';
import type { TextKind } from '../domain/meaning.ts';
import { type CategorySigns, votesIn } from './choose-category.ts';

/** A model that gives texts unit vectors, several at a time. */
export interface Meanings {
  readonly threads: number;
  embed(text: string, kind: TextKind): Promise<Float32Array>;
}

interface Surroundings {
  readonly categories: readonly Category[];
  readonly words: CategorySigns['words'];
  readonly meanings: Meanings;
  /** Whether there is no more time. */
  readonly isLate: () => boolean;
  /** Called after each text. */
  readonly done: () => void;
}

/** A text that is typical of a category. */
interface Example {
  readonly category: string;
  readonly vector: Float32Array;
}

/** A text is as near to a category as to so many of its examples, the nearest ones. */
const nearest = 2;
/** What it adds when all words of a text speak for a category. */
const wordWeight = 0.1;

/** The category whose examples each text is nearest to, by text; of those for which there was time. */
export async function categoriesByMeaning(
  texts: readonly string[],
  { categories, words, meanings, isLate, done }: Surroundings,
): Promise<ReadonlyMap<string, string>> {
  const { threads } = meanings;
  const examples = await mapParallel(examplesOf(categories), threads, async ({ category, text }) => ({
    category,
    vector: await meanings.embed(text, 'service'),
  }));
  const found = await mapParallel([...new Set(texts)], threads, async (text) => {
    if (isLate()) return [];
    const vector = await meanings.embed(text, 'service');
    done();
    const category = nearestCategory(vector, examples, words(text).votes);
    return category === undefined ? [] : [[text, category] as const];
  });

  return new Map(found.flat());
}

/** The sayings of each category or, of one that this project does not know, its name and description. */
function examplesOf(categories: readonly Category[]): { readonly category: string; readonly text: string }[] {
  const lines = categoryExamples
    .trim()
    .split('\n')
    .map((line) => line.split(' = '));
  const known = new Map(lines.map(([id = '', sayings = '']) => [id, sayings.split('; ')]));

  return categories.flatMap(({ id, name, description }) =>
    id === 'other'
      ? []
      : (known.get(id) ?? [`${name}. ${description}`]).map((text) => ({ category: id, text })),
  );
}

function nearestCategory(
  vector: Float32Array,
  examples: readonly Example[],
  votes: ReadonlyMap<string, number>,
): string | undefined {
  const all = votesIn(votes) || 1;
  const scores = [...Map.groupBy(examples, ({ category }) => category)].map(([category, own]) => {
    const cosines = own.map((example) => cosine(vector, example.vector)).sort((a, b) => b - a);
    const best = cosines.slice(0, nearest);
    const mean = best.reduce((sum, each) => sum + each, 0) / best.length;
    return { category, score: mean + (wordWeight * (votes.get(category) ?? 0)) / all };
  });

  return scores.sort((a, b) => b.score - a.score)[0]?.category;
}

/** The cosine of unit vectors. */
function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

/** What sellers say of services of each category of this project: lines of `category id = sayings`, for the model to compare others with. */
const categoryExamples = `
ai-inference = chat completions of a large language model; ask GPT, Claude or Llama a question and get the answer; text embeddings for vector search and RAG; generate an image from a prompt; generate a video clip with AI from text; AI agent that reasons over a task and calls tools; long-term memory for autonomous agents; deep research agent that writes a report; inference on open models, priced per token; optimize or score a prompt for an LLM; moderation and guardrails for LLM output; directory where agents find and hire other agents
media-processing = transcribe speech in an audio file to text; text to speech with natural voices; remove the background of a photo; resize, crop and compress images; OCR that reads the text in a picture; create a QR code or barcode image; screenshot of any web page as PNG; convert video or extract frames and audio; upscale and restore old photos; detect faces and objects in images; make a meme, thumbnail or Open Graph image; separate vocals from music
text-nlp = translate text between languages; summarize a long article; sentiment analysis of reviews or posts; extract entities, keywords and topics from text; grammar and spelling correction; rewrite or paraphrase text in another tone; detect the language of a text; detect whether a text was written by AI; classify text into labels; write headlines, slogans, product descriptions or blog posts; readability score and word count; detect toxic language and profanity
documents-conversion = convert HTML or Markdown to PDF; extract tables and text from a PDF; parse invoices and receipts into JSON; convert CSV, Excel, JSON and XML; merge, split and sign PDF files; fill in a form or a contract template; clean, deduplicate and validate spreadsheet data; parse a resume into fields; convert Word documents to other formats; generate an invoice document; compare two documents; turn unstructured documents into structured data
search-web = search the web and get ranked results; scrape a page and return clean Markdown; crawl a site and follow its links; Google search results as JSON; SEO audit and keyword rankings of a page; backlinks and domain authority; shorten a URL and count clicks; extract links and metadata of a web page; render pages with JavaScript through proxies; search for news, images and places on the web; monitor a page for changes; archived copies of web pages
market-data = real-time stock quotes and price history; fundamentals, earnings and SEC filings of a listed company; currency exchange rates; interest rates, inflation and GDP by country; options chains and implied volatility; gold, oil and commodity prices; analyst ratings and insider trading of stocks; mortgage, loan and tax calculator; bank lookup, IBAN, BIC and routing numbers; ETF holdings and dividends; technical indicators for stocks and forex; economic calendar and central bank decisions
crypto-data = bitcoin and token prices, market cap and volume; DeFi yields, TVL and pool APY; trading signals for crypto; funding rates, open interest and liquidations of perpetuals; prediction market odds from Polymarket; trending meme coins and new launches on pump.fun; best swap route and quote across DEXes; stablecoin peg and flows; whale movements and smart money wallets to copy; fear and greed index of crypto; token analysis with buy or sell score; airdrops and staking rewards
blockchain-infra = JSON-RPC node access to Ethereum, Base or Solana; balances and transaction history of a wallet address; decode a transaction or a smart contract ABI; gas price estimates on EVM chains; token contract security scan, honeypot and rug pull check; NFT metadata, floor price and ownership; x402 facilitator that verifies and settles payments; test endpoint of the x402 payment protocol; resolve ENS names; mint a token or an NFT; audit a Solidity contract; bridge tokens between chains; agent identity and reputation on chain; fund a wallet with testnet tokens
commerce-payments = search products of online shops and compare prices; Amazon product details and reviews; create a checkout or payment link; issue gift cards, mobile top-ups and vouchers; prepaid virtual cards; orders, refunds and inventory of a shop; buy merchandise with shipping; coupons and deals; price history of a product; process card payments; marketplace listings from eBay; invoices and subscriptions for merchants
weather-environment = weather forecast for a city, with temperature, rain and wind; current weather conditions by coordinates; air quality index and pollen; earthquake, flood and wildfire alerts; UV index, sunrise and tides; carbon intensity and emissions; historical climate data; electricity prices and grid load; marine and surf forecast; snow and avalanche report; solar energy estimate for a roof; severe storm warnings
maps-geolocation = geocode an address to coordinates; location of an IP address; postcodes, zip codes and administrative areas; current time and timezone of a place; distance between two points; places and points of interest nearby; country facts such as capital, population and flag; map tiles and static maps; elevation of a point; validate a postal address; reverse geocoding; public holidays of a country
transport-travel = flight status, delays and live aircraft positions; search flights and hotels; train, bus and metro departures; track a parcel or container; vessel positions from AIS; decode a VIN and vehicle history; fuel prices and charging stations; traffic, tolls and parking; airport and airline codes; visa requirements and travel advice; trip itinerary planner; ride and car rental prices; shipping rates and customs tariffs
government-legal = court decisions and case law search; bills, votes and members of parliament; patents and trademarks; public tenders and contracts; census and official statistics; laws and regulations by country; election results; draft a contract clause or explain a legal document; federal register and agency rules; customs rulings; property and land records; open government data sets; permits and licences issued by a city
business-compliance = look up a company in the official register; validate a VAT or tax number; sanctions and PEP screening, AML; find leads and contacts of a company; enrich a company profile by domain; job postings and salaries; beneficial owners and directors; KYB and due diligence report; market and competitor research for a startup; generate a business plan; sales and marketing campaigns; GDPR, SOC 2 and policy compliance check; find the email of a person at work
identity-security = check a URL for phishing and malware; CVE and vulnerability lookup; leaked passwords and data breaches; IP reputation and VPN or proxy detection; WHOIS, SSL certificate and domain age for trust; verify the identity of a person with a document; fraud and risk score; scan a file for viruses; detect prompt injection and unsafe skills; password strength and generator; sign-in, tokens and one-time codes; deepfake and bot detection; scan source code and dependencies for security flaws
communication-social = send an email or SMS; verify that an email address exists; phone number lookup and carrier; search posts on X (Twitter) and profiles; Reddit threads and comments; Telegram, Discord or Slack messages; YouTube channel and video comments; Farcaster casts and users; schedule a meeting in a calendar; temporary inbox; influencer and TikTok statistics; LinkedIn posts; make a phone call with a voice agent; post to social media
developer-tools = format, validate and diff JSON; DNS records of a domain; uptime and HTTP status check; generate UUIDs, hashes and fake test data; explain a regular expression or cron line; review code and generate unit tests; GitHub repository statistics; npm and PyPI package information; encode and decode base64, JWT or URLs; run lint and build checks; random numbers for tests; convert units, colours and timestamps; echo endpoint to debug HTTP; mock API and webhooks
storage-compute = pin files to IPFS; store a file and get a link; key-value store per request; run Python or JavaScript in a sandbox; rent GPU time; hosted SQL database query; deploy a site or container; cache and queue as a service; permanent storage on Arweave; virtual machines and servers by the hour; cron jobs and background tasks; headless browser session to run code
health-science = drug interactions and side effects; nutrition facts and calories of food; clinical trials and PubMed papers; symptom checker; solve equations and do math; NASA images, planets and moon phase; genes, proteins and DNA; chemical compounds and elements; BMI, fitness and workout plans; scientific papers from arXiv; ICD-10 and medical codes; satellites and space launches; species and biodiversity; veterinary and animal health
food-lifestyle = recipes by ingredients; cocktails and drinks; wine, beer and coffee; restaurants and menus; meal plan and grocery list; food products by barcode, with allergens; horoscope, tarot and astrology; fashion, outfits and make-up; home design, gardening and DIY; real estate prices and rentals; baby names and meaning of names; gift ideas and party planning; meditation, dreams and personal advice; dating and personality test
sports-games = live football scores, fixtures and standings; NBA, NFL and MLB statistics; betting odds of bookmakers; match predictions; fantasy sports players; chess games and puzzles; video game prices and player statistics; roll dice or flip a coin; trivia quiz and word games; Pokemon and trading cards; esports results; horse racing and Formula 1; play a lottery or a game with other agents
entertainment-culture = movies and TV series with ratings; anime and manga; song lyrics, artists and albums; random jokes and memes; cat and dog pictures; museum artworks and paintings; podcasts and radio stations; concerts and events; Star Wars characters; create a song; poems and stories; celebrity and pop culture facts; what to watch on streaming tonight; digital art collection
news-reference = latest news headlines by topic; dictionary definitions and synonyms; books by title, author or ISBN; Wikipedia articles and summaries; famous quotes; Bible and Quran verses; facts about a number or day; historical events; school lessons, flashcards and exam questions; newspaper archive; daily news digest for agents; encyclopedia and knowledge graph; what happened today; language learning words
`;
