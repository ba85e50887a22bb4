import type { Table } from '../column.js';

/** Runs. */
export const RUNS: Table = {
  row: 'One execution of `nonomill run`, resumed ones included.',
  columns: {
    run_id: { meaning: 'Its number.', values: '1 or more' },
    name: { meaning: 'What `--name` calls it.', values: 'text', isNull: 'it was not named' },
    state: {
      meaning: 'Whether it is complete.',
      values: '`running`, `complete`, `interrupted`',
      how: '`complete` only if the entries of its sources equal its results and rejects. A run that was killed stays `running` until another one begins: nobody holds the lock of the database then.',
    },
    started_at: { meaning: 'When it began.', values: 'UTC, ISO 8601 with milliseconds' },
    finished_at: {
      meaning: 'When its last session ended.',
      values: 'UTC, ISO 8601 with milliseconds',
      isNull: 'it is running, or was killed',
    },
    wall_ms: {
      meaning: 'Time of work up to its last commit, added up over its sessions.',
      values: 'milliseconds, 0 or more, with a fraction',
    },
    options: {
      meaning: 'Its options as JSON.',
      values: '`timeoutMs`, `count`, `threads`, `corpora` and so on; null for no limit',
    },
    tool_version: { meaning: 'The version of nonomill.', values: 'as `nonomill --version`' },
    node_version: { meaning: 'The version of Node.js.', values: 'as `node --version`' },
    host: { meaning: 'The name of the machine.', values: 'text' },
    cpu: { meaning: 'The processor, as the system calls it.', values: 'text' },
    queue_key: {
      meaning: 'Its name in a queue (`--queue`).',
      values: '32 hexadecimal digits',
      isNull: 'other machines never solved for it',
    },
  },
};

/** The other machines of a run. */
export const WORKERS: Table = {
  row: 'One worker that solved for a run (`nonomill worker`).',
  columns: {
    worker_id: { meaning: 'Its number.', values: '1 or more' },
    run_id: { meaning: 'The number of the run.', values: '`runs.run_id`' },
    name: { meaning: 'Its name in the queue.', values: 'text, one worker of a run each' },
    host: { meaning: 'The name of the machine.', values: 'text' },
    cpu: { meaning: 'The processor, as the system calls it.', values: 'text' },
    threads: { meaning: 'How many threads it has.', values: '1 or more' },
    tool_version: { meaning: 'The version of nonomill.', values: 'as `nonomill --version`' },
    node_version: { meaning: 'The version of Node.js.', values: 'as `node --version`' },
    puzzles: { meaning: 'How many puzzles it has solved for the run.', values: '0 or more' },
    seen_at: {
      meaning: 'When it was last heard of.',
      values: 'UTC, ISO 8601 with milliseconds',
      isNull: 'only its results have come so far',
    },
  },
};

/** Who solved what. */
export const SOLVED_BY: Table = {
  row: 'One result that a worker found on another machine.',
  columns: {
    run_id: { meaning: 'The number of the run.', values: '`results.run_id`' },
    puzzle_id: { meaning: 'The number of the puzzle.', values: '`results.puzzle_id`' },
    worker_id: { meaning: 'The worker that solved it.', values: '`workers.worker_id`' },
  },
};

/** What other solvers said. */
export const CLAIMS: Table = {
  row: 'One answer of another solver (`nonomill race`, `nonomill referee`).',
  columns: {
    run_id: { meaning: 'The number of the run.', values: '`results.run_id`' },
    puzzle_id: { meaning: 'The number of the puzzle.', values: '`results.puzzle_id`' },
    said: {
      meaning: 'What it said, right or wrong.',
      values: '`unique`, `multiple`, `contradiction`, or `solved` for a picture alone',
      isNull: 'it said nothing',
    },
    judged: {
      meaning: 'Whether that is right.',
      values: '`right`, `wrong`, `open`',
      how: '`open` if nothing was said, or if nobody could tell. The result of what is wrong is a `crash`, with the reason in `error`.',
    },
    cpu_ms: {
      meaning: 'CPU time of all its processes, their start included.',
      values: 'milliseconds, 0 or more, with a fraction',
      isNull: 'it is not known',
    },
    memory_bytes: {
      meaning: 'The most memory that its processes held together, looked at every 25 ms.',
      values: 'bytes',
      isNull: 'it is not known',
    },
  },
};
