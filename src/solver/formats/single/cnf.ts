import { blockColour, blockLength, type Puzzle } from '../../core/puzzle/types.js';
import { cellVariable, encodeCnf, type EncodedLine } from './cnf-encoding.js';
import { type Format, type NamedPuzzle, holding } from '../contract/format.js';

/**
 * DIMACS, the input of SAT solvers: any of them can check a verdict. The comments tell what the
 * variables mean, so that a model can be read as a picture.
 */
export const cnf: Format = {
  name: 'cnf',
  extensions: ['.cnf', '.dimacs'],
  holds: holding('colour', 'name', 'title', 'start'),
  detect: () => 0,
  createParser: null,
  write: writeCnf,
};

function* writeCnf(puzzles: Iterable<NamedPuzzle>): Iterable<string> {
  let written = 0;
  for (const named of puzzles) {
    if (written++ > 0) {
      throw new Error('a DIMACS file holds one puzzle, got more: pick one');
    }
    yield* writeOne(named);
  }
}

function* writeOne(named: NamedPuzzle): Iterable<string> {
  const { puzzle } = named;
  const encoding = encodeCnf(puzzle);
  yield header(named);
  yield* cellComments(puzzle);
  for (let i = 0; i < encoding.lines.length; i++) {
    yield lineComments(
      i < puzzle.height ? `row ${i + 1}` : `column ${i - puzzle.height + 1}`,
      encoding.lines[i],
    );
  }
  yield `p cnf ${encoding.variables} ${encoding.clauses}\n`;

  for (const part of encoding.parts) {
    const lines: string[] = [];
    part((a, b, c) => {
      lines.push(b === 0 ? `${a} 0\n` : c === 0 ? `${a} ${b} 0\n` : `${a} ${b} ${c} 0\n`);
    });
    yield lines.join('');
  }
}

function header({ name, title, puzzle }: NamedPuzzle): string {
  const label = [name, title].filter((text) => text !== null).map((text) => oneLine(text));
  return [
    `c nonogram ${puzzle.width}x${puzzle.height}${label.length > 0 ? `: ${label.join(', ')}` : ''}`,
    'c every model is exactly one solution, and every solution one model',
    `c "cell <row> <column> <colour> <variable>": true if the cell has the colour`,
    `c "row|column <line> block <b> from <place> variables <first>..<last>": true if the block`,
    'c starts at or before that place, the next place, and so on; a block without has one place',
    '',
  ].join('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function* cellComments(puzzle: Puzzle): Iterable<string> {
  for (let y = 0; y < puzzle.height; y++) {
    let text = '';
    for (let x = 0; x < puzzle.width; x++) {
      for (let colour = 1; colour <= puzzle.colours; colour++) {
        const variable = cellVariable(puzzle, y * puzzle.width + x, colour);
        text += `c cell ${y + 1} ${x + 1} ${colour} ${variable}\n`;
      }
    }
    yield text;
  }
}

function lineComments(name: string, line: EncodedLine): string {
  const { clue, slack, earliest, firstVariable } = line;
  if (slack === 0) return '';
  return clue
    .map((block, b) => {
      const first = firstVariable + b * slack;
      const what = `${blockLength(block)} of colour ${blockColour(block)}`;
      return `c ${name} block ${b + 1} (${what}) from ${earliest[b] + 1} variables ${first}..${first + slack - 1}\n`;
    })
    .join('');
}
