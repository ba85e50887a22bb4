/** The words of an address, and of `--where`, that filter the results of a run. */
export const FILTER_WORDS = [
  'status',
  'technique',
  'depth',
  'size',
  'min',
  'max',
  'name',
  'stars',
  'needs',
  'score',
  'sweeps',
  'opening',
  'narrowest',
  'density',
  'file',
  'since',
] as const;
