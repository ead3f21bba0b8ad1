// Sums the reports of both test runners into one line, `N passed, N failed`.
// Usage: node .ci/sum.mjs <exit code of the tests> <exit code of the checks>
import { readFileSync } from 'node:fs';

/** The parsed report, or undefined when the runner died before it wrote one. */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function sumVitest(report) {
  // A file that fails to load holds no tests, so its failure shows up in no test count.
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  ).length;
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles };
}

function sumPlaywright(report) {
  const { expected, flaky, unexpected } = report.stats;
  // Errors outside any test, for example a spec file that fails to load.
  return { passed: expected + flaky, failed: unexpected + report.errors.length };
}

function sum(path, read) {
  const report = readReport(path);
  if (report === undefined) {
    console.log(`${path}: no report`);
    return { passed: 0, failed: 1 };
  }
  const result = read(report);
  console.log(`${path}: ${result.passed} passed, ${result.failed} failed`);
  return result;
}

const [testsExit, checksExit] = process.argv.slice(2).map(Number);

const vitest = sum('test-results/vitest.json', sumVitest);
const playwright = sum('test-results/playwright.json', sumPlaywright);
const passed = vitest.passed + playwright.passed;
let failed = vitest.failed + playwright.failed;
// The runners can fail for something that is in no report, such as an unhandled rejection.
if (testsExit !== 0 && failed === 0) failed += 1;
if (checksExit !== 0) failed += 1;

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
