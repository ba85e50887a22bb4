import type { Gates } from '../gates/gates.js';
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
}

/** @throws UsageError if flags contradict each other. */
export function checkMerge(
  parts: readonly string[],
  values: FlagValues<typeof mergeFlags>,
): MergeOptions {
  const { db, partial, report, noReport, json, quiet, strict, require, gateFormat } = values;
  if (noReport && report !== null) {
    throw new UsageError('--report and --no-report exclude each other');
  }
  if (json && gateFormat !== 'text') {
    throw new UsageError('--json and --gate-format both want standard output: leave one out');
  }
  const gates: Gates = { strict, require, format: gateFormat };
  return {
    parts,
    partial,
    db,
    report: noReport ? { wanted: false } : { wanted: true, dir: report },
    gates,
    json,
    quiet,
  };
}
