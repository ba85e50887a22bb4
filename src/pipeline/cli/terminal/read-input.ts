import { readFile } from 'node:fs/promises';
import { STANDARD_INPUT } from '../../corpus/sources/source.js';
import { fileErrorCode, systemReason } from '../../../solver/core/text/system-errors.js';
import { Failure, UsageError } from './outcome.js';
import type { Terminal } from './terminal.js';

/**
 * All of a file, or of the terminal's standard input (`-`); without a terminal, a file of that
 * name.
 * @throws Failure if it cannot be read.
 */
export async function readInput(file: string, terminal: Terminal | null): Promise<Buffer> {
  if (file === STANDARD_INPUT && terminal !== null) {
    const pieces: Buffer[] = [];
    for await (const piece of terminal.stdin as AsyncIterable<Buffer>) pieces.push(piece);
    return Buffer.concat(pieces);
  }
  try {
    return await readFile(file);
  } catch (error) {
    throw new Failure(fileErrorCode(error), `${file}: ${systemReason(error, 'read')}`);
  }
}

/** @throws UsageError if both words mean standard input, which can be read once. */
export function refuseTwoInputs(one: string, other: string): void {
  if (one === STANDARD_INPUT && other === STANDARD_INPUT) {
    throw new UsageError('NM_STANDARD_INPUT', 'standard input can be only one of the two');
  }
}

/** What a file is called in messages. */
export function inputName(file: string): string {
  return file === STANDARD_INPUT ? 'standard input' : file;
}

/** What was read holds no puzzle at all. */
export function noPuzzleIn(file: string, hint: string | null = null): Failure {
  return new Failure('NM_CORPUS_EMPTY', `${inputName(file)}: it holds no puzzle`, hint);
}
