/** What a filter of results asks of the puzzles of a run since the last night. */
export const SINCE_WORDS = ['new', 'changed', 'worse'] as const;
export type SinceWord = (typeof SINCE_WORDS)[number];
