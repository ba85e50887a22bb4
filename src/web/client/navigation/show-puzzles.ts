import { readdress } from './location.js';

/** Filters the table of a run's page and scrolls to it. */
export function showPuzzles(run: string, words: Readonly<Record<string, string>>): void {
  readdress(`/runs/${run}?${new URLSearchParams(words).toString()}`);
  document.getElementById('puzzles')?.scrollIntoView({ block: 'start' });
}
