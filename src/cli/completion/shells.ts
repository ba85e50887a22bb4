import { bashScript } from './bash.js';
import { fishScript } from './fish.js';
import { zshScript } from './zsh.js';

/** The shells that can be completed, each with the function that makes its script. */
export const SHELLS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

export type Shell = keyof typeof SHELLS;

export const SHELL_NAMES = Object.keys(SHELLS) as readonly Shell[];
