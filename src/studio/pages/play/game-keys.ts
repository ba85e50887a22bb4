/**
 * What the keys begin with under which this browser keeps games; the fingerprint of the puzzle and
 * the start follow.
 */
export const GAME_PREFIX = 'nonomill-played ';

/** The keys of what this browser keeps that begin so; null if it keeps nothing. */
export function keptKeys(prefix: string): string[] | null {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return null;
  }
}

export function hasGames(): boolean {
  return (keptKeys(GAME_PREFIX) ?? []).length > 0;
}
