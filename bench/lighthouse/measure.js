// Measures pages with Lighthouse, in its default mobile profile: `node measure.js RUNS URL…` prints one line of JSON for each page.
import process from 'node:process';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const [runs, ...urls] = process.argv.slice(2);

const chromeFlags = ['--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
const chrome = await launch({ chromeFlags, chromePath: process.env.CHROMIUM_PATH });
for (const url of urls) {
  const results = [];
  for (let run = 0; run < Number(runs); run += 1) results.push(await measure(url));
  console.log(JSON.stringify({ url, results }));
}
await chrome.kill();

async function measure(url) {
  const { lhr } = await lighthouse(url, { port: chrome.port, onlyCategories: categories, logLevel: 'error' });
  const requests = lhr.audits['network-requests'].details.items;
  const bytes = (of) => requests.filter(of).reduce((sum, { transferSize }) => sum + transferSize, 0);
  const failed = Object.values(lhr.audits).filter(({ score }) => score !== null && score < 0.9);

  return {
    ...Object.fromEntries(categories.map((id) => [id, Math.round(lhr.categories[id].score * 100)])),
    bytes: bytes(() => true),
    scriptBytes: bytes(({ resourceType }) => resourceType === 'Script'),
    failed: failed.map(({ id }) => id),
  };
}
