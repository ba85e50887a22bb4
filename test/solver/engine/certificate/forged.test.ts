import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cells, Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { type Certificate, certificateOf, checkCertificate } from '../../../support/certificate.js';
import { depth } from '../../../support/tests.js';
import { clausesOf, lratFault } from '../../../support/naive/lrat-check.js';
import { randomNumbers, randomPuzzle, withSwappedRows } from '../../../support/random-puzzle.js';

const WANTED = depth(6, 500);

/** Certificates of puzzles with up to `most` solutions, without an end. */
function* certificates(seed: number, fewest: number, most: number): Generator<Certificate> {
  const random = randomNumbers(seed);
  for (let i = 0; ; i++) {
    const [width, height] = [4 + (i % 8), 4 + (i % 7)];
    let puzzle = randomPuzzle(random, width, height, 0.3 + 0.2 * random(), 1 + (i % 2));
    if (i % 5 === 0) puzzle = withSwappedRows(puzzle, 0, height - 1);
    const certificate = certificateOf(puzzle, 'lrat', most);
    if (certificate !== null && certificate.solutions.length >= fewest) yield certificate;
  }
}

/**
 * Forges as many certificates as wanted, each of another puzzle, and has them refused: by the
 * program's checker, and by that of the tests if `lemmasAlone` tell.
 */
function refuseAll(
  genuine: Generator<Certificate>,
  lemmasAlone: boolean,
  forge: (genuine: Certificate, random: () => number) => Certificate | null,
): void {
  const random = randomNumbers(99);
  for (let forged = 0; forged < WANTED;) {
    const certificate = genuine.next().value as Certificate;
    const forgery = forge(certificate, random);
    if (forgery === null) continue;
    forged++;
    assert.ok(checkCertificate(certificate).valid);
    const report = checkCertificate(forgery);
    assert.ok(!report.valid, `${forgery.cnf}\n${forgery.lemmas}`);
    if (lemmasAlone) assert.notEqual(lratFault(forgery.cnf, forgery.lemmas), null);
  }
}

/** The lemmas with one line, of those that `may` name, changed. */
function withLine(
  certificate: Certificate,
  random: () => number,
  change: (words: string[], line: string) => string | null,
): Certificate | null {
  const lines = certificate.lemmas.trimEnd().split('\n');
  const at = Math.floor(random() * lines.length);
  const changed = change(lines[at].split(' '), lines[at]);
  if (changed === null || changed === lines[at]) return null;
  lines[at] = changed;
  return { ...certificate, lemmas: `${lines.join('\n')}\n` };
}

test('a lemma of which a literal was changed is refused', () => {
  refuseAll(certificates(1, 0, 3), true, (certificate, random) =>
    withLine(certificate, random, (words) => {
      const end = words.indexOf('0', 1);
      if (words[1] === 'd' || end < 2) return null;
      const place = 1 + Math.floor(random() * (end - 1));
      words[place] = String(-Number(words[place]));
      return words.join(' ');
    }),
  );
});

test('a lemma of which a hint was dropped is refused', () => {
  refuseAll(certificates(2, 0, 3), true, (certificate, random) =>
    withLine(certificate, random, (words) => {
      const first = words.indexOf('0', 1) + 1;
      if (words[1] === 'd' || words.length - 1 <= first) return null;
      words.splice(first + Math.floor(random() * (words.length - 1 - first)), 1);
      return words.join(' ');
    }),
  );
});

test('a deletion that comes before a use of its clause is refused', () => {
  refuseAll(certificates(3, 0, 3), true, (certificate, random) => {
    // Any clause that is used may be the one.
    const lines = certificate.lemmas.trimEnd().split('\n');
    const at = Math.floor(random() * lines.length);
    const words = lines[at].split(' ');
    if (words[1] === 'd') return null;
    const hints = words.slice(words.indexOf('0', 1) + 1, -1);
    const hint = hints[Math.floor(random() * hints.length)];
    lines.splice(at, 0, `${Number(words[0]) - 1} d ${hint} 0`);
    return { ...certificate, lemmas: `${lines.join('\n')}\n` };
  });
});

/** The certificate with the clauses against other pictures than it has. */
function against(certificate: Certificate, pictures: readonly (readonly number[])[]): Certificate {
  const { solutions, cnf } = certificate;
  const lines = cnf.trimEnd().split('\n');
  lines.splice(lines.length - solutions.length, solutions.length);
  const heading = lines.findIndex((line) => line.startsWith('p cnf'));
  const words = lines[heading].split(' ');
  words[3] = String(Number(words[3]) - solutions.length + pictures.length);
  lines[heading] = words.join(' ');
  lines.push(...pictures.map((clause) => [...clause, 0].join(' ')));
  return { ...certificate, cnf: `${lines.join('\n')}\n` };
}

/** The clauses of a certificate against its solutions. */
function clausesAgainst({ cnf, solutions }: Certificate): (readonly number[])[] {
  const all = clausesOf(cnf);
  return all.slice(all.length - solutions.length);
}

test('a clause against another picture is refused', () => {
  refuseAll(certificates(4, 1, 3), true, (certificate, random) => {
    const clauses = clausesAgainst(certificate).map((clause) => [...clause]);
    // Another value of one cell.
    const { width, height, colours } = certificate.puzzle;
    const cell = Math.floor(random() * width * height);
    const values = colours + 1;
    const clause = clauses[Math.floor(random() * clauses.length)];
    const value = (-clause[cell] - 1) % values;
    clause[cell] = colours === 1 ? -clause[cell] : -(cell * values + ((value + 1) % values) + 1);
    return against(certificate, clauses);
  });
});

test('a certificate of another puzzle is refused, with the clauses of either', () => {
  refuseAll(certificates(5, 0, 3), false, (certificate, random) => {
    const { width, height, colours } = certificate.puzzle;
    const other = certificateOf(randomPuzzle(random, width, height, 0.4, colours), 'lrat', 3);
    if (other === null || other.cnf === certificate.cnf) return null;
    return random() < 0.5
      ? { ...other, puzzle: certificate.puzzle }
      : { ...certificate, cnf: other.cnf, puzzle: other.puzzle };
  });
});

test('two solutions called one are refused', () => {
  refuseAll(certificates(6, 2, 20), true, (certificate, random) => {
    const clauses = clausesAgainst(certificate);
    // The numbers of the lemmas stay: one clause stands twice.
    const kept = Math.floor(random() * clauses.length);
    const [one, other] = [clauses[kept], clauses[(kept + 1) % clauses.length]];
    return against(
      certificate,
      clauses.map((clause) => (clause === other ? one : clause)),
    );
  });
  refuseAll(certificates(6, 2, 20), true, (certificate) =>
    against(certificate, clausesAgainst(certificate).slice(1)),
  );
});

test('N - 1 solutions called N are refused', () => {
  // Lemmas that refute the clauses refute them and one more as well, under other numbers.
  refuseAll(certificates(7, 1, 20), false, (certificate, random) => {
    const clauses = clausesAgainst(certificate);
    const { cnf, puzzle, solutions } = certificate;
    const wrong = wrongPicture(puzzle, solutions[0], random);
    const added = random() < 0.5 ? clauses[0] : clauseOf(puzzle, wrong);
    const forged = against(certificate, [...clauses, added]);
    const last = clausesOf(cnf).length;
    const lemmas = renumbered(certificate.lemmas, (id) => (id > last ? id + 1 : id));
    assert.equal(lratFault(forged.cnf, lemmas), null, 'only its pictures are wrong');
    return { ...forged, lemmas };
  });
});

function wrongPicture(puzzle: Puzzle, solution: Cells, random: () => number): Cells {
  const cells = solution.slice();
  const cell = Math.floor(random() * cells.length);
  cells[cell] = (cells[cell] + 1) % (puzzle.colours + 1);
  return cells;
}

function clauseOf({ colours }: Puzzle, cells: Cells): number[] {
  return Array.from(cells, (value, cell) => {
    if (colours === 1) return value === 1 ? -(cell + 1) : cell + 1;
    return -(cell * (colours + 1) + value + 1);
  });
}

/** Lemmas whose clauses have other numbers. */
function renumbered(lemmas: string, number: (id: number) => number): string {
  const lines = lemmas.trimEnd().split('\n');
  return lines
    .map((line) => {
      const words = line.split(' ');
      const from = words[1] === 'd' ? 2 : words.indexOf('0', 1) + 1;
      return words
        .map((word, i) => (i === 0 || (i >= from && word !== '0') ? number(Number(word)) : word))
        .join(' ');
    })
    .map((line) => `${line}\n`)
    .join('');
}

test('a certificate that is cut off, or has something else in it, is refused', () => {
  const [certificate] = certificates(8, 1, 1);
  const { lemmas, cnf } = certificate;
  const lines = lemmas.trimEnd().split('\n');
  for (const forged of [
    lines.slice(0, -1).join('\n'),
    '',
    lemmas.replace(/ 0$/m, ''),
    lemmas.replace(/^\d+/, '1'),
    lemmas.replace(/^\d+ /, '$&x '),
    `${lemmas.trimEnd()} 7\n`,
    `a${lemmas}`,
  ]) {
    assert.equal(checkCertificate({ ...certificate, lemmas: forged }).valid, false, forged);
  }
  for (const forged of ['', cnf.replace(/^p cnf/m, 'p dnf'), `${cnf}1 2 0\n`, cnf.slice(0, -2)]) {
    assert.equal(checkCertificate({ ...certificate, cnf: forged }).valid, false, forged);
  }
});
