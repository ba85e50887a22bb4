/**
 * File systems by the number that Linux has for each (`man 2 statfs`), with what it means for a
 * database: `network` ones lock slowly, or not at all, and lose what was written if a server fails;
 * `memory` is empty after a restart.
 */
const FILE_SYSTEMS: ReadonlyMap<number, readonly [name: string, kind: FileSystemKind]> = new Map([
  [0xef53, ['ext4', 'disk']],
  [0x58465342, ['XFS', 'disk']],
  [0x9123683e, ['Btrfs', 'disk']],
  [0x2fc12fc1, ['ZFS', 'disk']],
  [0xf2f52010, ['F2FS', 'disk']],
  [0xca451a4e, ['bcachefs', 'disk']],
  [0x794c7630, ['overlay', 'disk']],
  [0x4d44, ['FAT', 'disk']],
  [0x2011bab0, ['exFAT', 'disk']],
  [0x5346544e, ['NTFS', 'disk']],
  [0x7366746e, ['NTFS', 'disk']],
  [0x01021994, ['tmpfs', 'memory']],
  [0x858458f6, ['ramfs', 'memory']],
  [0x6969, ['NFS', 'network']],
  [0x517b, ['SMB', 'network']],
  [0xff534d42, ['CIFS', 'network']],
  [0xfe534d42, ['SMB', 'network']],
  [0x01021997, ['9P', 'network']],
  [0x65735546, ['FUSE', 'network']],
  [0x00c36400, ['Ceph', 'network']],
  [0x0bd00bd0, ['Lustre', 'network']],
  [0x47504653, ['GPFS', 'network']],
  [0x19830326, ['BeeGFS', 'network']],
  [0x5346414f, ['AFS', 'network']],
  [0x73757245, ['Coda', 'network']],
  [0x01161970, ['GFS2', 'network']],
  [0x7461636f, ['OCFS2', 'network']],
]);

export type FileSystemKind = 'disk' | 'memory' | 'network';

/** What `statfs` calls a file system, in words; null for a type that is not in the table. */
export function fileSystemOf(
  type: number,
): { readonly name: string; readonly kind: FileSystemKind } | null {
  // Node.js gives the number with a sign on some systems.
  const found = FILE_SYSTEMS.get(type >>> 0);
  return found === undefined ? null : { name: found[0], kind: found[1] };
}
