import { SaxesParser } from 'saxes';
import { verdictOfWord } from './answer.js';
import type { ClaimLine } from './claim-line.js';

/** What BenchExec calls the answers to "is it the only solution?", as bench/toolinfo gives them. */
const ANSWERS: Readonly<Record<string, string>> = {
  true: 'unique',
  'false(multiple)': 'multiple',
  'false(contradiction)': 'contradiction',
};

/**
 * Reads results that BenchExec wrote (its result.dtd), fed in pieces: a claim for each <run>, which is named by its
 * task's file. What is no verdict (TIMEOUT, ERROR (7), sat, done, ..) says nothing about the puzzle.
 */
export class BenchExecText {
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

/** Milliseconds of a time such as `1.24s`; '' if there is none. */
function milliseconds(time: string | undefined): string {
  const seconds = /^(\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)s?$/.exec(time ?? '')?.[1];
  return seconds === undefined ? '' : String(Number(seconds) * 1000);
}
