import { DEFAULT_FIX_MS } from '../../advice/fix/fix.js';
import { choiceFlag, integerFlag, textFlag } from '../frame/flag-kinds.js';
import * as known from '../flags/flags.js';

/** The flags of `nonomill fix`. */
export const fixFlags = {
  for: choiceFlag({
    name: 'for',
    choices: ['unique', 'line'] as const,
    fallback: 'unique' as const,
    help: 'What the puzzle should become: one with a single solution, or one that lines alone solve.',
    alsoTried: ['target', 'require'],
  }),
  by: choiceFlag({
    name: 'by',
    choices: ['pixels', 'givens'] as const,
    fallback: null,
    defaultText: 'pixels if there is a picture, else givens',
    help: 'What may change: cells of the picture, or which of its cells are given at the start.',
  }),
  keep: textFlag({
    name: 'keep',
    value: 'mask.png',
    fallback: null,
    help: 'A picture (PNG or PBM) whose dark pixels are cells that must not change.',
    alsoTried: ['mask'],
  }),
  maxChanges: integerFlag({
    name: 'max-changes',
    min: 0,
    max: 10_000,
    fallback: null,
    defaultText: 'a tenth of the cells, at least 5',
    help: 'The most changes to consider.',
    alsoTried: ['max'],
  }),
  alternatives: integerFlag({
    name: 'alternatives',
    min: 1,
    max: 100,
    fallback: null,
    defaultText: 'none',
    help: 'Show up to this many other ways with as few changes, the best-looking first.',
  }),
  timeout: { ...known.timeout, fallback: DEFAULT_FIX_MS, defaultText: '20s' },
  threads: known.threads,
  format: known.format,
  limit: known.limit,
  ignoreStart: known.ignoreStart,
  size: { ...known.size, defaultText: "a picture file's own, at most 100 a side" },
  threshold: known.threshold,
  palette: known.palette,
  db: known.db,
  out: { ...known.out, value: 'file|dir/', defaultText: 'none' },
  to: known.toFormat,
  force: known.force,
  json: known.json,
};
