// The tunable numbers of the engine (see src/solver/engine/model/settings.ts). JavaScript writes
// three before each puzzle, and all if `writeSettings` asks: most puzzles need no more.
import { SETTINGS, Setting } from './names';

export { Setting };

/** Lets JavaScript write all settings. */
export declare function writeSettings(): void;

const values: usize = memory.data(8 * SETTINGS, 16);

/** Where JavaScript writes the settings, as doubles. */
export function settingsPlace(): usize {
  return values;
}

export function setting(which: Setting): f64 {
  return load<f64>(values + ((<usize>which) << 3));
}

export function setSetting(which: Setting, value: f64): void {
  store<f64>(values + ((<usize>which) << 3), value);
}
