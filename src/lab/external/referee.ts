import { SaxesParser } from 'saxes';
import { isFolderAt } from '../../pipeline/files/files.js';
import { CorpusError, Decoder, readBytes } from '../../pipeline/corpus/bytes.js';
import { CsvText, type RecordReader } from '../../solver/formats/single/csv.js';
import type { RunControls, RunRequest } from '../../pipeline/runs/request.js';
import { doRun, LOCAL } from '../../pipeline/runs/do-run.js';
import { ClaimTable } from '../../pipeline/store/queries/claims.js';
import type { Cells, Puzzle } from '../../solver/core/puzzle/types.js';
import { DEFAULT_PARSER_LIMITS } from '../../solver/formats/contract/format.js';
import { NO_ANSWER, picturesIn, type SolverAnswer, verdictOfWord } from './answers.js';
import { type Answered, type AskedPuzzle, JudgedPool, type StrayClaim } from './judge.js';

const LISTED = 200;

/**
 * Judges the claims of a file about the puzzles of the corpora, and stores them as a run. `strays`
 * are in the order of the file, a few hundred at most.
 * @throws CorpusError if the file cannot be read, or what `doRun` throws
 */
export async function referee(
  request: RunRequest,
  claims: { readonly file: string; readonly judgeMs: number },
  controls: RunControls,
) {
  const table = new ClaimTable();
  const strays: StrayClaim[] = [];
  let strayCount = 0;
  const note = (line: number, reason: string): void => {
    if (strayCount++ < LISTED) strays.push({ line, reason });
  };
  try {
    let placed = false;
    await readClaims(
      claims.file,
      (claim) => {
        placed ||= claim.id === '' && claim.ordinal !== '';
        fill(table, claim, note);
      },
      note,
    );
    if (placed) refuseFolders(request.corpora);
    const outcome = await doRun(request, controls, {
      ...LOCAL,
      makePool: ({ threads }) => new ClaimsPool(table, threads, claims.judgeMs),
    });
    if (outcome.state === 'complete') {
      const { total, first } = table.unused(LISTED);
      for (const { line, id } of first) note(line, unknownPuzzle(id));
      strayCount += total - first.length;
    }
    strays.sort((one, other) => one.line - other.line);
    return { outcome, strays, strayCount };
  } finally {
    table.close();
  }
}

/** Claims by place say nothing about several files. @throws CorpusError */
function refuseFolders(corpora: readonly string[]): void {
  const folder = corpora.find(isFolderAt);
  if (folder === undefined && corpora.length === 1) return;
  throw new CorpusError(
    'NM_CLAIMS_UNREADABLE',
    `the claims name puzzles by their place (ordinal) in one file, but ${folder ?? 'the corpus'} ` +
      'may hold several: give one file, or name the puzzles in a column id',
  );
}

function unknownPuzzle(id: string): string {
  return id.startsWith('#')
    ? `the corpus has no puzzle at place ${id.slice(1)}, counted from 0`
    : `no puzzle of the corpora is called "${id}"; puzzles without names are called by their place: ` +
        'a column ordinal, counted from 0';
}

function fill(
  table: ClaimTable,
  { ms, cpuMs, ordinal, ...claim }: ClaimLine,
  note: (line: number, reason: string) => void,
): void {
  const byOrdinal = claim.id === '';
  const id = byOrdinal ? `#${Number(ordinal)}` : claim.id;
  const times = [ms, cpuMs].map((time) => (time === '' ? null : Number(time)));
  if (byOrdinal && ordinal === '') note(claim.line, 'it names no puzzle');
  else if (byOrdinal && !/^\d{1,15}$/.test(ordinal)) {
    const expected = `expected a place counted from 0 as ordinal, got "${ordinal}"`;
    note(claim.line, `${expected}: the line is left out`);
  } else if (times.some((time) => time !== null && !(time >= 0 && time < Infinity))) {
    const got = `"${ms}${cpuMs === '' ? '' : `, ${cpuMs}`}"`;
    note(claim.line, `expected milliseconds, got ${got}: the line is left out`);
  } else if (!table.add({ ...claim, id, byOrdinal, ms: times[0], cpuMs: times[1] })) {
    note(claim.line, `a second claim about "${id}": the first counts`);
  }
}

/** What is claimed about a puzzle, as text. */
type Claim = NonNullable<ReturnType<ClaimTable['take']>>;

/** A pool that returns what was claimed elsewhere about each puzzle, judged. */
class ClaimsPool extends JudgedPool {
  constructor(
    private readonly claims: ClaimTable,
    threads: number,
    judgeMs: number,
  ) {
    super(2 * threads, threads, judgeMs);
  }

  protected answers({ puzzle, name, ordinal }: AskedPuzzle): readonly Answered[] {
    const claim = this.claims.take(name, ordinal);
    const cpuMs = claim?.cpuMs ?? null;
    const took = { ms: claim?.ms ?? cpuMs ?? 0, cpuMs, memoryBytes: null };
    if (claim !== null) {
      return [
        { answer: answerOf(claim, puzzle), unsaid: { status: 'timeout', error: null }, took },
      ];
    }
    const unsaid = { status: 'crash', error: 'nothing is claimed about this puzzle' } as const;
    return [{ answer: NO_ANSWER, unsaid, took }];
  }
}

/** The claim as an answer; in words what is wrong if it cannot be read. */
function answerOf(claim: Claim, puzzle: Puzzle): SolverAnswer | string {
  const pictures: Cells[] = [];
  for (const [what, text] of [
    ['solution', claim.solution],
    ['second solution', claim.secondSolution],
  ]) {
    if (text.trim() === '') continue;
    const found = picturesIn(text, puzzle);
    if (found.length === 0) {
      return `wrong picture: its ${what} is not a picture of ${puzzle.width}x${puzzle.height} cells`;
    }
    pictures.push(...found);
  }
  const verdict = claim.verdict === '' ? null : verdictOfWord(claim.verdict);
  if (claim.verdict !== '' && verdict === null) {
    return `the verdict "${claim.verdict}" says nothing: expected unique, multiple, contradiction, solved, timeout or a number of solutions`;
  }
  if (verdict === 'solved' && pictures.length === 0) return 'solved, but no solution is shown';
  return {
    verdict: verdict === 'solved' ? null : verdict,
    pictures: pictures.slice(0, 2),
    count: countOfWord(claim.verdict),
  };
}

/** What the columns of a file of claims may be called, the documented name first. */
const NAMES = {
  id: ['id', 'name', 'puzzle'],
  ordinal: ['ordinal'],
  verdict: ['verdict', 'status', 'claim', 'result'],
  solution: ['solution', 'picture', 'grid'],
  secondSolution: ['second_solution'],
  ms: ['ms', 'solve_ms', 'time_ms', 'wall_ms'],
  cpuMs: ['cpu_ms'],
} as const;

type Field = keyof typeof NAMES;

const FIELDS = Object.keys(NAMES) as Field[];

/** One claim of a file; '' for what it does not have. */
type ClaimLine = { readonly line: number } & Readonly<Record<Field, string>>;

const NOTHING_CLAIMED = Object.fromEntries(FIELDS.map((name) => [name, ''])) as Record<
  Field,
  string
>;

/**
 * Reads a file of claims: results that BenchExec wrote (XML), or CSV with a header. `onBroken` is
 * told of lines that are not claims.
 * @throws CorpusError if the file cannot be read, or is packed or broken XML, or its header has
 * neither `id` nor `ordinal`, or nothing that is claimed.
 */
async function readClaims(
  path: string,
  onClaim: (claim: ClaimLine) => void,
  onBroken: (line: number, reason: string) => void,
): Promise<void> {
  let text: ClaimText | null = null;
  for await (const piece of readBytes(path)) {
    if (text === null && /^BZh/.test(piece.toString('latin1', 0, 3))) {
      throw new CorpusError(
        'NM_CLAIMS_UNREADABLE',
        `${path}: it is packed by bzip2; unpack it first: bunzip2 --keep`,
      );
    }
    text ??= /^(\xef\xbb\xbf)?\s*</.test(piece.toString('latin1', 0, 100))
      ? benchExecText(onClaim)
      : csvText(path, onClaim, onBroken);
    text.write(piece);
  }
  const reason = text === null ? NO_HEADER : text.end();
  if (reason !== null) throw new CorpusError('NM_CLAIMS_UNREADABLE', `${path}: ${reason}`);
}

/** A file of claims, fed in pieces; its end says what is wrong with the whole, or null. */
interface ClaimText {
  write(piece: Buffer): void;
  end(): string | null;
}

const NO_HEADER = 'expected a header with id and verdict, found nothing';

function csvText(
  path: string,
  onClaim: (claim: ClaimLine) => void,
  onBroken: (line: number, reason: string) => void,
): ClaimText {
  let header = false;
  const decoder = new Decoder();
  const text = new CsvText((names): RecordReader => {
    header = true;
    const at = columnsOf(path, names);
    return {
      record(fields, line) {
        if (fields.length < names.length) {
          const found = `expected ${names.length} fields, as in the header, found ${fields.length}`;
          onBroken(line, found);
          return;
        }
        const claim = { ...NOTHING_CLAIMED, line };
        for (const name of FIELDS) {
          const text = fields[at[name]] ?? '';
          // Blanks at the ends of a picture may be cells.
          claim[name] = /solution/i.test(name) ? text : text.trim();
        }
        onClaim(claim);
      },
      broken: (_, line, reason) => onBroken(line, reason),
    };
  }, DEFAULT_PARSER_LIMITS);
  return {
    write: (piece) => text.write(decoder.write(piece)),
    end: () => {
      text.write(decoder.end());
      text.end();
      return header ? null : NO_HEADER;
    },
  };
}

function columnsOf(path: string, header: readonly string[]): Readonly<Record<Field, number>> {
  const names = header.map((name) => name.trim().toLowerCase().replaceAll(/[\s-]/g, '_'));
  const placeOf = (field: Field): number =>
    names.findIndex((name) => (NAMES[field] as readonly string[]).includes(name));
  const places = FIELDS.map((field) => [field, placeOf(field)]);
  const at = Object.fromEntries(places) as Record<Field, number>;
  if ((at.id < 0 && at.ordinal < 0) || (at.verdict < 0 && at.solution < 0)) {
    throw new CorpusError(
      'NM_CLAIMS_UNREADABLE',
      `${path}: expected a header with id (or ordinal) and verdict, solution or both (and ms), found "${header.join(',')}"`,
    );
  }
  return at;
}

/** What BenchExec calls the answers to "is it the only solution?", as bench/toolinfo gives them. */
const ANSWERS: Readonly<Record<string, string>> = {
  true: 'unique',
  'false(multiple)': 'multiple',
  'false(contradiction)': 'contradiction',
};

/**
 * Reads results that BenchExec wrote (its result.dtd), fed in pieces: a claim for each <run>, which
 * is named by its task's file. What is no verdict (TIMEOUT, ERROR (7), sat, done, ..) says nothing
 * about the puzzle.
 */
function benchExecText(onClaim: (claim: ClaimLine) => void): ClaimText {
  const parser = new SaxesParser();
  const decoder = new TextDecoder();
  let failure: string | null = null;
  let root: string | null = null;
  let run: { readonly name: string; readonly line: number } | null = null;
  let columns = new Map<string, string>();
  parser.on('error', ({ message }) => {
    failure ??= `not well-formed XML: ${message}`;
  });
  parser.on('opentag', ({ name, attributes }) => {
    root ??= name;
    if (name === 'run') {
      run = { name: attributes.name ?? '', line: parser.line };
      columns = new Map();
    } else if (name === 'column' && run !== null) {
      columns.set(attributes.title ?? '', attributes.value ?? '');
    }
  });
  parser.on('closetag', ({ name }) => {
    if (name !== 'run' || run === null) return;
    onClaim(claimOf(run.name, run.line, columns));
    run = null;
  });
  return {
    write: (bytes) => {
      if (failure === null) parser.write(decoder.decode(bytes, { stream: true }));
    },
    end: () => {
      if (failure === null) parser.close();
      return (
        failure ?? (root === 'result' ? null : `expected <result> of BenchExec, found <${root}>`)
      );
    },
  };
}

function claimOf(name: string, line: number, columns: ReadonlyMap<string, string>): ClaimLine {
  const status = columns.get('status') ?? '';
  const word = ANSWERS[status] ?? status;
  const verdict = verdictOfWord(word);
  // A solution that is not shown cannot be judged.
  const isClaimed = verdict !== null && verdict !== 'solved';
  return {
    ...NOTHING_CLAIMED,
    line,
    id: name.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, ''),
    verdict: isClaimed ? word : 'unknown',
    ms: milliseconds(columns.get('walltime')),
    cpuMs: milliseconds(columns.get('cputime')),
  };
}

/** Milliseconds of a time such as `1.24s`; '' for none, and what came if it is not a time. */
function milliseconds(time = ''): string {
  const seconds = /^(\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)s?$/.exec(time)?.[1];
  return seconds === undefined ? time : String(Number(seconds) * 1000);
}

/** How many solutions a word says there are, if it is a number that says more than a verdict. */
function countOfWord(word: string): bigint | null {
  const plain = word.trim();
  if (!/^\d+$/.test(plain)) return null;
  const count = BigInt(plain);
  return count < 2n ? null : count;
}
