import type { Format, NamedPuzzle } from '../../formats/contract/format.js';

/** Without what a file's name and picture alone give: to leave that out is no loss. */
export function asHeldBy({ holds }: Format, named: NamedPuzzle): NamedPuzzle {
  const { puzzle } = named;
  return {
    name: holds.name ? named.name : null,
    title: holds.title ? named.title : null,
    puzzle,
    goal: holds.goal ? named.goal : null,
  };
}
