import { type RecordReader, DEFAULT_PARSER_LIMITS } from '../../solver/formats/contract/format.js';
import { readBytes, CorpusError } from '../../pipeline/corpus/bytes.js';
import { CsvText } from '../../pipeline/corpus/reader/csv-text.js';
import { SaxesParser } from 'saxes';
import { verdictOfWord } from './answer.js';

/**
 * What a column of a file of claims may be called, the first of each the name that is documented.
 */
const NAMES = {
  id: ['id', 'name', 'puzzle'],
  ordinal: ['ordinal'],
  verdict: ['verdict', 'status', 'claim', 'result'],
  solution: ['solution', 'picture', 'grid'],
  secondSolution: ['second_solution'],
  ms: ['ms', 'solve_ms', 'time_ms', 'wall_ms'],
  cpuMs: ['cpu_ms'],
} as const satisfies Record<Field, readonly string[]>;

type Field = keyof Omit<ClaimLine, 'line'>;

/**
 * Reads a file of claims: results that BenchExec wrote (XML), or CSV with a header. `onBroken` is
 * told of lines that are not claims.
 * @throws CorpusError if the file cannot be read, or is packed or broken XML, or its header has
 * neither `id` nor `ordinal`, or nothing that is claimed.
 */
export async function readClaims(
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
      ? new BenchExecText(onClaim)
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
  const text = new CsvText((names): RecordReader => {
    header = true;
    const at = columnsOf(path, names);
    return {
      record(fields, line) {
        const field = (name: Field): string => (at[name] < 0 ? '' : (fields[at[name]] ?? ''));
        if (fields.length < names.length) {
          onBroken(
            line,
            `expected ${names.length} fields, as in the header, found ${fields.length}`,
          );
          return;
        }
        onClaim({
          line,
          id: field('id').trim(),
          ordinal: field('ordinal').trim(),
          verdict: field('verdict').trim(),
          solution: field('solution'),
          secondSolution: field('secondSolution'),
          ms: field('ms').trim(),
          cpuMs: field('cpuMs').trim(),
        });
      },
      broken: (_, line, reason) => onBroken(line, reason),
    };
  }, DEFAULT_PARSER_LIMITS);
  return {
    write: (piece) => text.write(piece),
    end: () => {
      text.end();
      return header ? null : NO_HEADER;
    },
  };
}

function columnsOf(path: string, header: readonly string[]): Readonly<Record<Field, number>> {
  const names = header.map((name) => name.trim().toLowerCase().replaceAll(/[\s-]/g, '_'));
  const at = Object.fromEntries(
    Object.entries(NAMES).map(([field, known]) => [
      field,
      names.findIndex((name) => (known as readonly string[]).includes(name)),
    ]),
  ) as Record<Field, number>;
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
class BenchExecText {
  private readonly parser = new SaxesParser();
  private readonly decoder = new TextDecoder();
  private failure: string | null = null;
  private root: string | null = null;

  constructor(onClaim: (claim: ClaimLine) => void) {
    let run: { readonly name: string; readonly line: number } | null = null;
    let columns = new Map<string, string>();
    this.parser.on('error', ({ message }) => {
      this.failure ??= `not well-formed XML: ${message}`;
    });
    this.parser.on('opentag', ({ name, attributes }) => {
      this.root ??= name;
      if (name === 'run') {
        run = { name: attributes.name ?? '', line: this.parser.line };
        columns = new Map();
      } else if (name === 'column' && run !== null) {
        columns.set(attributes.title ?? '', attributes.value ?? '');
      }
    });
    this.parser.on('closetag', ({ name }) => {
      if (name !== 'run' || run === null) return;
      onClaim(claimOf(run.name, run.line, columns));
      run = null;
    });
  }

  write(bytes: Uint8Array): void {
    if (this.failure === null) this.parser.write(this.decoder.decode(bytes, { stream: true }));
  }

  /** Ends the text; what is wrong with it, or null. */
  end(): string | null {
    if (this.failure === null) this.parser.close();
    if (this.failure !== null) return this.failure;
    return this.root === 'result' ? null : `expected <result> of BenchExec, found <${this.root}>`;
  }
}

function claimOf(name: string, line: number, columns: ReadonlyMap<string, string>): ClaimLine {
  const status = columns.get('status') ?? '';
  const word = ANSWERS[status] ?? status;
  const verdict = verdictOfWord(word);
  // A solution that is not shown cannot be judged.
  const isClaimed = verdict !== null && verdict !== 'solved';
  return {
    line,
    id: name.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, ''),
    ordinal: '',
    verdict: isClaimed ? word : 'unknown',
    solution: '',
    secondSolution: '',
    ms: milliseconds(columns.get('walltime')),
    cpuMs: milliseconds(columns.get('cputime')),
  };
}

/**
 * Milliseconds of a time such as `1.24s`; '' if there is none, and what came if it is not a time.
 */
function milliseconds(time = ''): string {
  const seconds = /^(\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)s?$/.exec(time)?.[1];
  return seconds === undefined ? time : String(Number(seconds) * 1000);
}

/** One claim of a file, by the documented columns of CSV; '' for what it does not have. */
export interface ClaimLine {
  readonly line: number;
  readonly id: string;
  readonly ordinal: string;
  readonly verdict: string;
  readonly solution: string;
  readonly secondSolution: string;
  readonly ms: string;
  readonly cpuMs: string;
}
