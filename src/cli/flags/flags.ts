/**
 * Every flag that several commands share, described once: its name, its default, its range and its
 * help. Each file of this folder has one subject.
 */
export * from './generate-flags.js';
export * from './dataset-flags.js';
export * from './output-flags.js';
export * from './puzzle-flags.js';
export * from './limit-flags.js';
export * from './run-flags.js';
export * from './round-flags.js';
export * from './manners-flags.js';
export * from './rival-flags.js';
export * from './queue-flags.js';
export { where } from './where-flag.js';
export { shareBase } from './share-base-flag.js';
