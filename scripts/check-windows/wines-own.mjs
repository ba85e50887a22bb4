// What says nothing of Windows when it is tried under Wine, and why.

/**
 * Files of tests that are not tried unless a word asks for them, by the beginning of their path
 * below test/.
 */
export const NOT_FOR_WINE = [
  { name: 'pages', files: ['browser/'], reason: 'there is no browser for Windows here' },
  {
    name: 'the queue',
    files: ['pipeline/queue/', 'pipeline/runs/queue.test'],
    reason: 'there is no Redis for Windows',
  },
  {
    name: 'the solver',
    files: ['solver/', 'data/'],
    reason: 'it knows nothing of a system, and takes seven minutes; its name asks for it',
  },
];

const LINKS = 'Wine says that it has made a symbolic link, and has made none; junctions it refuses';

const ADDRESSES = 'under Wine Node.js reaches no address, not even its own';

/**
 * What fails through a fault of Wine: the file, and the beginning of the name of a test, or of all
 * that are meant. Without a test, the whole file is not tried.
 */
export const WINES_OWN = [
  {
    file: 'pipeline/cli/gates/no-worse.test',
    test: 'corpora are the same from wherever they are typed',
    reason: LINKS,
  },
  {
    file: 'lab/commands/race.test',
    reason:
      'ending a whole tree of processes hangs now and then, and has crashed the server of Wine',
  },
  { file: 'pipeline/cli/commands/serve.test', reason: ADDRESSES },
  { file: 'pipeline/cli/night.test', reason: ADDRESSES },
  { file: 'pipeline/cli/config.test', test: 'a path that leaves the folder', reason: LINKS },
  { file: 'pipeline/cli/config.test', test: 'a link to the folder itself', reason: LINKS },
  { file: 'pipeline/files/real-place.test', reason: LINKS },
  { file: 'pipeline/files/files.test', test: 'a file, or a link that', reason: LINKS },
  { file: 'pipeline/files/files.test', test: 'folders, links and devices', reason: LINKS },
  { file: 'pipeline/store/new-column.test', test: 'a column that is added', reason: LINKS },
];
