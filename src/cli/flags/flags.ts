/**
 * Every flag that commands share, described once: its words, its default, its range and its help.
 * Each file of this room holds those of one subject.
 */
export * from './generate-flags.js';
export * from './output-flags.js';
export * from './puzzle-flags.js';
export * from './limit-flags.js';
export * from './run-flags.js';
export * from './queue-flags.js';
