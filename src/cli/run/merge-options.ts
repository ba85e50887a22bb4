import type { RunGates } from '../../result/run/gates.js';
import { givenGates } from '../gates/gates.js';
import { UsageError } from '../outcome/failure.js';
import type { FlagValues } from '../frame/flag.js';
import * as known from '../flags/flags.js';
import type { ReportedRun } from './report-run.js';

export const mergeFlags = {
  db: known.db,
  partial: known.partial,
  report: known.reportDir,
  noReport: known.noReport,
  json: known.json,
  quiet: known.quiet,
  strict: known.strict,
  require: known.require,
  gateFormat: known.gateFormat,
};

/** What `nonomill merge` was asked for. */
export interface MergeOptions extends ReportedRun {
  readonly parts: readonly string[];
  readonly partial: boolean;
  readonly gates?: RunGates;
}

/** @throws UsageError if flags contradict each other. */
export function checkMerge(
  parts: readonly string[],
  values: FlagValues<typeof mergeFlags>,
  given: ReadonlySet<keyof typeof mergeFlags>,
): MergeOptions {
  const { db, partial, report, noReport, json, quiet, gateFormat } = values;
  if (noReport && report !== null) {
    throw new UsageError('--report and --no-report exclude each other');
  }
  if (json && gateFormat !== 'text') {
    throw new UsageError('--json and --gate-format both want standard output: leave one out');
  }
  return {
    parts,
    partial,
    db,
    report: noReport ? { wanted: false } : { wanted: true, dir: report },
    ...givenGates(values, given),
    gateFormat,
    json,
    quiet,
  };
}
