/** Everyday words for whole categories: lines of `category ids = words`. */
const categoryWords = `
  crypto-data, blockchain-infra = crypto, cryptos, cryptocurrency, cryptocurrencies, bitcoin, coins, web3, blockchain, blockchains, on-chain, onchain
  crypto-data = defi
  ai-inference = ai, artificial intelligence, llm, llms, language models
  text-nlp = nlp
  search-web = scraping, scrapers, web search
  market-data = finance, financial, stocks, stock, stock market, banking
  commerce-payments = shopping, commerce, ecommerce, e-commerce, payments
  weather-environment = weather, environment
  maps-geolocation = maps, geolocation
  transport-travel = travel, transport, transportation
  government-legal = government, legal, law, politics
  business-compliance = business, compliance, jobs
  identity-security = security, identity
  communication-social = social, social media, social networks, communication
  developer-tools = developer, developer tools, dev tools
  storage-compute = storage, compute, hosting
  health-science = health, medical, science
  food-lifestyle = food, lifestyle
  sports-games = sports, sport, games, gaming, esports
  entertainment-culture = entertainment, culture, movies, music, anime
  news-reference = news, books, reference
`;

const idsByWord = new Map(
  categoryWords
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [ids = [], words = []] = line
        .split('=')
        .map((part) => part.split(',').map((each) => each.trim()));
      return words.map((word) => [word, ids] as const);
    }),
);

/** The categories of a catalog that go by a phrase: by an everyday word, by their id or by their own name. */
export function categoriesCalled(
  phrase: string,
  categories: readonly { readonly id: string; readonly name: string }[],
): string[] {
  const known = idsByWord.get(phrase) ?? [];

  return categories
    .filter(({ id, name }) => known.includes(id) || id === phrase || name.toLowerCase() === phrase)
    .map(({ id }) => id);
}
