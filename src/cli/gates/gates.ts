import type { RunGates } from '../../result/run/gates.js';

/** How what does not meet the gates is listed. */
export type GateFormat = 'text' | 'github' | 'junit';

/** The gates that were typed; none of them leaves those that are stored with the run as they are. */
export function givenGates(
  { strict, require }: RunGates,
  given: ReadonlySet<string | number | symbol>,
): { readonly gates?: RunGates } {
  return given.has('strict') || given.has('require') ? { gates: { strict, require } } : {};
}
