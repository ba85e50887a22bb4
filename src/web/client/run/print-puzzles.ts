import { puzzleSvg } from '../../../charts/puzzle-svg.js';
import type { NamedPuzzle } from '../../../formats/contract/format.js';
import { plainText } from '../../../text/plain-text.js';

/**
 * Asks the browser to print puzzles with empty grids, each with its name, instead of the page. Their element is removed once the
 * browser has them.
 */
export function printPuzzles(puzzles: readonly NamedPuzzle[]): void {
  const paper = document.createElement('div');
  paper.className = 'paper';
  puzzles.forEach(({ name, title, puzzle }, i) => {
    const figure = document.createElement('figure');
    const caption = document.createElement('figcaption');
    const called = plainText(title ?? name ?? '');
    caption.textContent = `${i + 1}. ${called}`;
    const drawing = { id: `paper-${i}`, title: called, description: 'to be solved', puzzle };
    // Numbers, and texts that are escaped there.
    figure.innerHTML = puzzleSvg({ ...drawing, solution: null, secondSolution: null });
    figure.prepend(caption);
    paper.append(figure);
  });
  document.body.append(paper);
  window.addEventListener('afterprint', () => paper.remove(), { once: true });
  window.print();
}
