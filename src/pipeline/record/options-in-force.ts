/**
 * What a config file and the command line said when a run began: by the names of the flags, with
 * where each came from.
 */
export type OptionsInForce = Readonly<
  Record<string, { readonly value: string | true; readonly from: string }>
>;

/** Their name among the stored options of a run. */
export const IN_FORCE = 'inForce';

/** The same among the stored options of a run, as far as they are what a run stores. */
export function optionsInForce(options: Readonly<Record<string, unknown>>): OptionsInForce {
  const found = options[IN_FORCE];
  if (typeof found !== 'object' || found === null) return {};
  const entries = Object.entries(found as Record<string, unknown>).filter(([, one]) => {
    const { value, from } = (one ?? {}) as Record<string, unknown>;
    return (typeof value === 'string' || value === true) && typeof from === 'string';
  });
  return Object.fromEntries(entries) as OptionsInForce;
}
