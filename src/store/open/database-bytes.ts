import { statSync } from 'node:fs';

/** How many bytes a database and its log take on the disk; 0 if there is none. */
export function bytesOfDatabase(path: string): number {
  const sizes = [path, `${path}-wal`].map(
    (file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes[0] + sizes[1];
}
