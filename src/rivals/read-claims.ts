import { type RecordReader, DEFAULT_PARSER_LIMITS } from '../formats/contract/format.js';
import { readBytes } from '../corpus/bytes/bytes.js';
import { CorpusError } from '../corpus/bytes/corpus-error.js';
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
} as const;

type Field = keyof typeof NAMES;

/** One line of a file of claims, by its documented columns; '' for what it does not have. */
export interface ClaimLine extends Readonly<Record<Field, string>> {
  readonly line: number;
}

/**
 * Reads a file of claims (CSV with a header) line by line; `onBroken` is told of lines that are not claims.
 * @throws CorpusError if the file cannot be read, or its header has neither `id` nor `ordinal`, or nothing that is claimed.
 */
export async function readClaims(
  path: string,
  onClaim: (claim: ClaimLine) => void,
  onBroken: (line: number, reason: string) => void,
): Promise<void> {
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
  for await (const piece of readBytes(path)) text.write(piece);
  text.end();
  if (!header)
    throw new CorpusError(`${path}: expected a header with id and verdict, found nothing`);
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
