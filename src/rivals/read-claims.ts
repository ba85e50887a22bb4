import { type RecordReader, DEFAULT_PARSER_LIMITS } from '../formats/contract/format.js';
import { readBytes } from '../corpus/bytes/bytes.js';
import { CorpusError } from '../corpus/bytes/corpus-error.js';
import type { ClaimLine } from './claim-line.js';
import { BenchExecText } from './read-benchexec.js';
import { CsvText } from '../corpus/reader/csv-text.js';

/** What a column of a file of claims may be called, the first of each the name that is documented. */
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
 * Reads a file of claims: results that BenchExec wrote (XML), or CSV with a header. `onBroken` is told of lines that are not claims.
 * @throws CorpusError if the file cannot be read, or is packed or broken XML, or its header has neither `id` nor `ordinal`, or nothing that is claimed.
 */
export async function readClaims(
  path: string,
  onClaim: (claim: ClaimLine) => void,
  onBroken: (line: number, reason: string) => void,
): Promise<void> {
  let text: ClaimText | null = null;
  for await (const piece of readBytes(path)) {
    if (text === null && /^BZh/.test(piece.toString('latin1', 0, 3))) {
      throw new CorpusError(`${path}: it is packed by bzip2; unpack it first: bunzip2 --keep`);
    }
    text ??= /^(\xef\xbb\xbf)?\s*</.test(piece.toString('latin1', 0, 100))
      ? new BenchExecText(onClaim)
      : csvText(path, onClaim, onBroken);
    text.write(piece);
  }
  const reason = text === null ? NO_HEADER : text.end();
  if (reason !== null) throw new CorpusError(`${path}: ${reason}`);
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
      `${path}: expected a header with id (or ordinal) and verdict, solution or both (and ms), found "${header.join(',')}"`,
    );
  }
  return at;
}
