import { countText, numberOf } from '../../../solver/core/text/numbers.js';
import type { RunOutcome } from '../../runs/request/run-observer.js';
import { StoreError } from '../../store/open/store-error.js';
import {
  gatherNumbers,
  withLines,
  type Numbers,
  type StoppedRun,
} from '../../report/numbers/report-numbers.js';
import { summaryText } from '../../report/summary/summary-text.js';
import { summaryJson } from '../../report/summary/summary-json.js';
import {
  ReportError,
  whyNoReport,
  writeReport,
  type WrittenReport,
} from '../../report/write-report.js';
import type { GateVerdict } from '../../store/gates/evaluate.js';
import type { SinceLastNight } from '../../store/changes/since.js';
import { noteNight } from '../../store/history/note-nights.js';
import type { Store } from '../../store/open/open.js';
import type { NightWatch } from '../frame/command.js';
import { withStore } from '../frame/with-store.js';
import { checkAgreement, checkFaults, checkGates, checkProofs } from './check-gates.js';
import { type CommandOutcome, Failure } from '../terminal/outcome.js';
import type { ReportOptions, ReportWish } from './run-options.js';
import { basename, dirname, extname, join } from 'node:path';
import { makeWritableFolder, whyNoFolder } from '../../files/make-folder.js';
import { systemReason } from '../../../solver/core/text/system-errors.js';
import type { Terminal } from '../terminal/terminal.js';

/** What is asked for of a complete run. */
export interface ReportedRun extends ReportOptions {
  readonly db: string;
}

/** How a run ended with what was asked of it, and what was written of it. */
export interface ReportedOutcome {
  readonly outcome: CommandOutcome;
  readonly verdicts: readonly GateVerdict[];
  /** What is new in it; null if it was not looked at. */
  readonly since: SinceLastNight | null;
  /** The page of the report, or null. */
  readonly report: string | null;
}

/** What is to be told of a run besides what it came to, and to whom. */
interface ToldOf {
  /** The parts that a merged run does without, a phrase each. */
  readonly missing?: readonly string[];
  readonly night?: NightWatch | undefined;
}

/**
 * What follows a run that is done: the report, the summary, and the gates, which are judged over
 * what is there.
 */
export async function reportRun(
  outcome: RunOutcome,
  options: ReportedRun,
  terminal: Terminal,
  { missing = [], night }: ToldOf = {},
): Promise<ReportedOutcome> {
  const { db, gateFormat, json, quiet } = options;
  const { runId } = outcome;
  return withStore(db, async (store) => {
    const stopped = missing.length === 0 ? null : { ...stoppedRun(outcome), missing };
    const { numbers, paths } = await reported(store, outcome, options, stopped);
    night?.reported(numbers);
    if (json) await terminal.print(summaryJson(numbers));
    else if (!quiet && gateFormat !== 'junit') {
      const lines = [...accountLines(outcome, numbers), ...writtenLines(paths, db)];
      await terminal.print(
        `\n${summaryText(numbers, terminal.output.columns)}\n${lines.join('\n')}\n`,
      );
    }
    // Looking for differences takes a fifth of a second in a million results.
    const agreement = numbers.crossCheck === null ? 'done' : checkAgreement(store, runId, terminal);
    const proofs = numbers.proven === null ? 'done' : checkProofs(store, runId, terminal);
    const isFaulty = (numbers.byStatus.get('crash') ?? 0) + numbers.rejects > 0;
    const faults = isFaulty ? checkFaults(store, runId, terminal) : 'done';
    if (missing.length === 0)
      noteNight(db, numbers.run, { verdicts: numbers.gates.verdicts, nights: numbers.nights });
    const { run, since } = numbers;
    const checked = { ...numbers.gates, run, since, format: gateFormat, quiet, missing };
    const listed = { ...checked, listCommand: numbers.gatesCommand };
    const gate = await checkGates(store, listed, terminal);
    return {
      outcome: [agreement, proofs, faults].find((check) => check !== 'done') ?? gate,
      verdicts: numbers.gates.verdicts,
      since,
      report: paths.at(0) ?? null,
    };
  });
}

/** The numbers of a run, and the files written from them. */
async function reported(
  store: Store,
  { runId }: RunOutcome,
  { report, db }: Pick<ReportedRun, 'report' | 'db'>,
  stopped: StoppedRun | null = null,
): Promise<WrittenReport> {
  if (!report.wanted) {
    const numbers = await withLines(store, gatherNumbers(store, runId, { stopped }));
    return { numbers, paths: [] };
  }
  const dir = report.dir ?? reportFolder(db, runId);
  return writeReport(store, runId, dir, stopped);
}

/**
 * Writes the report of a run that was stopped, so that none is left that shows an older state; it
 * says how far the run is. If it cannot be written, the user is told, and the run can still go on.
 * Returns the page of the report, or null.
 */
export async function reportStopped(
  outcome: RunOutcome,
  options: Pick<ReportedRun, 'db' | 'report' | 'quiet'>,
  terminal: Terminal,
): Promise<string | null> {
  if (!options.report.wanted) return null;
  try {
    return await withStore(options.db, async (store) => {
      const { paths } = await reported(store, outcome, options, stoppedRun(outcome));
      if (!options.quiet) terminal.say(`Report of what there is: ${paths[0]}`);
      return paths[0];
    });
  } catch (error) {
    if (!(error instanceof ReportError) && !(error instanceof StoreError)) throw error;
    terminal.say(`nonomill: ${error.message}`);
    return null;
  }
}

/** How far a run was that did not come to its end. */
function stoppedRun({ kind, solved, left, proof }: RunOutcome): StoppedRun {
  const isRetry = kind === 'retried';
  const done = isRetry ? solved : proof.results + proof.rejects + proof.copied;
  return {
    kind: isRetry ? 'retry' : 'run',
    done,
    of: left === null ? null : done + left.count,
    isEstimate: left?.isEstimate ?? false,
  };
}

/**
 * Confirms that every file and every entry is accounted for: a run whose account does not hold
 * never gets here.
 */
function accountLines(
  { proof: { entries, results, rejects, copied } }: RunOutcome,
  { corpora, leftOut, copies }: Numbers,
): string[] {
  const all = numberOf(entries ?? results + rejects + copied, 'entry', 'entries');
  const again = copies.length === 0 ? '' : ` + ${countText(copied)} in copies`;
  const sums = `${all} = ${numberOf(results, 'result')} + ${numberOf(rejects, 'reject')}${again}`;
  if (leftOut.length === 0) return [line('accounted for', sums)];
  const files = numberOf(corpora.files + leftOut.length, 'file');
  return [
    line(
      'accounted for',
      `${files}: ${countText(corpora.files)} read, ${countText(leftOut.length)} left out`,
    ),
    line('', sums),
  ];
}

/** The files that a run has written, for people to open. */
export function writtenLines(paths: readonly string[], db: string): string[] {
  return [...paths, db].map((path, i) => line(i === 0 ? 'written' : '', path));
}

/** A title, and what it is about. */
function line(title: string, text: string): string {
  return title.padEnd(15) + text;
}

/**
 * Makes the folder that the user named before any work: after a night's run, its report must have a
 * place.
 */
export function prepareReportFolder(wish: ReportWish): void {
  if (!wish.wanted || wish.dir === null) return;
  let reason: string | null;
  try {
    makeWritableFolder(wish.dir);
    reason = whyNoReport(wish.dir);
  } catch (error) {
    reason = systemReason(error, 'write');
  }
  if (reason !== null) throw noReport(wish.dir, reason);
}

/**
 * Why `prepareReportFolder` would refuse a folder, as far as that shows without making it; null if
 * it would not.
 */
export function whyNoReportFolder(wish: ReportWish): Failure | null {
  if (!wish.wanted || wish.dir === null) return null;
  const reason = whyNoFolder(wish.dir) ?? whyNoReport(wish.dir);
  return reason === null ? null : noReport(wish.dir, reason);
}

function noReport(dir: string, reason: string): Failure {
  return new Failure(
    'NM_REPORT_NOT_WRITTEN',
    `the report cannot be written to ${dir} (${reason})`,
    'Name another folder with --report, or use --no-report.',
  );
}

/**
 * Where the report of a run goes by default: beside the database, as `run-7`; for `name.sqlite`,
 * which may have others beside it, as `name-run-7`. For a database with another ending it is
 * `name.db.run-7`: `name.sqlite` may be there as well.
 */
export function reportFolder(db: string, runId: number): string {
  const name = basename(db);
  if (extname(name) !== ENDING) return join(dirname(db), `${name}.run-${runId}`);
  return formerReportFolder(db, runId);
}

/** Where it went before, whatever the ending of the database was. */
export function formerReportFolder(db: string, runId: number): string {
  const stem = basename(db, extname(db));
  return join(dirname(db), stem === 'nonomill' ? `run-${runId}` : `${stem}-run-${runId}`);
}

/** How a database is called unless somebody calls it otherwise. */
const ENDING = '.sqlite';
