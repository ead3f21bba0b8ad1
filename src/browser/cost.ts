import { callsWanted } from '#texts/cost.ts';
import { readCalls } from '../site/cost-of-calls.ts';
import { costSentence, type SpokenPrice } from '../site/cost-words.ts';

/* The calculator beside a price. Its `output` is a polite live region, so it waits for a pause in typing. */

const pauseMs = 300;

const calculator = document.querySelector<HTMLElement>('.calculator');
const input = calculator?.querySelector('input');
const output = calculator?.querySelector('output');

if (calculator && input && output) {
  // The page of the same build wrote this.
  const price = JSON.parse(calculator.dataset['price'] ?? '') as SpokenPrice;
  const answer = (): void => {
    const calls = readCalls(input.value);
    output.textContent = calls === undefined ? callsWanted : costSentence(calls, price);
    input.ariaInvalid = String(calls === undefined);
  };

  let timer: number | undefined;
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(answer, pauseMs);
  });
  // A browser that comes back to the page fills in what was typed before.
  if (input.value !== input.defaultValue) answer();
}
