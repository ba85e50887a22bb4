import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkDatabase, checkSame, finishTimes } from './database.js';
import { checkWords, shown, start, type Ended, type Setting, type Started } from './program.js';
import type { Sample, Samples } from './samples.js';

/** The files of a report, as they are once it is whole. */
const REPORT_FILES = ['index.html', 'summary.json', 'summary.md'];

/**
 * One run that is disturbed over and over and goes on with `--resume`, and what must hold of it.
 */
export class RunUnderAttack {
  readonly db: string;
  readonly report: string;
  private kept = new Map<number, string>();

  constructor(
    folder: string,
    readonly sample: Sample,
    private readonly samples: Samples,
    private readonly more: readonly string[] = [],
  ) {
    this.db = join(folder, 'run.sqlite');
    this.report = join(folder, 'report');
  }

  get words(): readonly string[] {
    const where = ['--db', this.db, '--report', this.report, '--threads', '2', '--quiet'];
    return ['run', this.sample.path, '--resume', ...where, ...this.more];
  }

  start(setting?: Setting): Started {
    return start(this.words, setting);
  }

  /**
   * `isHeld`: the run was stopped in the middle of something, and may keep others from reading.
   * @throws Error if the database is damaged, or has lost or redone a result.
   */
  check({ isHeld = false } = {}): void {
    checkDatabase(this.db);
    const found = finishTimes(this.db);
    if (found === undefined && isHeld) return;
    const now = found ?? new Map<number, string>();
    for (const [id, time] of this.kept) {
      if (now.get(id) === time) continue;
      const what = now.has(id) ? 'was solved again' : 'was lost';
      throw new Error(`${this.db}: the result of puzzle ${id} ${what}`);
    }
    this.kept = now;
    checkReport(this.report);
  }

  /**
   * Goes on to the end without disturbance. @throws Error unless everything then equals a run that
   * nobody disturbed.
   */
  async finish(): Promise<void> {
    this.checkEnd(await this.start().ended);
    await this.checkWhole();
    // And once more: a complete run is left as it is.
    this.checkEnd(await this.start().ended);
    await this.checkWhole();
  }

  checkEnd(ended: Ended): void {
    checkWords(ended, this.words);
    if (ended.code !== 0) throw new Error(`${this.words.join(' ')}\nended with ${shown(ended)}`);
  }

  async checkWhole(): Promise<void> {
    this.check();
    checkSame(this.db, await this.samples.expected(this.sample));
    const missing = REPORT_FILES.filter((name) => !existsSync(join(this.report, name)));
    if (missing.length > 0) throw new Error(`${this.report} lacks ${missing.join(', ')}`);
    const extra = readdirSync(this.report).filter((name) => !REPORT_FILES.includes(name));
    if (extra.length > 0) throw new Error(`${this.report}: ${extra.join(', ')} was left behind`);
  }
}

/** @throws Error if a file of a report is half written. */
export function checkReport(folder: string): void {
  const read = (name: string): string | null =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : null;
  const page = read('index.html');
  if (page !== null && !/<\/html>\s*$/.test(page)) throw new Error(`${folder}/index.html is cut`);
  const summary = read('summary.json');
  if (summary !== null) JSON.parse(summary);
  if (read('summary.md') === '') throw new Error(`${folder}/summary.md is empty`);
}
