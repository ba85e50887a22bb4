import { flag, shared } from './flags.js';
import type { Command } from './command.js';
import { readFlags, textFlag, valueFlag } from './flag.js';
import type { NoticeTarget } from './night-watch.js';
import { UsageError } from './terminal.js';

/** The environment variable that may hold addresses, which keeps them out of process lists. */
const NOTIFY_VARIABLE = 'NONOMILL_NOTIFY';

const nightFlags = {
  onEnd: textFlag('--on-end <command> (after, then, on-exit)', 'run', {
    help: 'A shell command to run at the end, whatever the outcome. NONOMILL_RUN, NONOMILL_STATE, NONOMILL_EXIT and NONOMILL_SUMMARY (a file, empty if no report was written) are in its environment. On Windows it is for cmd.exe, as in echo %NONOMILL_RUN%.',
  }),
  notify: valueFlag('--notify <kind:url> (webhook, ping)', 'send', {
    fallback: [],
    defaultText: `$${NOTIFY_VARIABLE}`,
    help: 'Whom to tell how it ended; may be given several times. json:https://... gets the summary, ntfy:https://... a message. ping:https://... gets a sign of life while it works, too, as healthchecks.io expects it.',
    read: readTargets,
    joinedBy: ' ',
  }),
};

const metrics = textFlag('--metrics <file.prom> (prometheus, prom)', 'write', {
  help: 'A file to write the progress to every 15 s, for the textfile collector of node_exporter.',
});

/** The addresses in a text, apart by blanks. @throws UsageError, which does not show them. */
function readTargets(text: string): readonly NoticeTarget[] {
  return text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => {
      const target = noticeTarget(word);
      if (target !== null) return target;
      throw new UsageError(
        'NM_OPTION_VALUE',
        'expected json:, ntfy: or ping: and an address that begins with http:// or https://',
      );
    });
}

/** Lets a command tell of its end and, if it has any, of its progress; its messages are a log. */
export function nightly(hasProgress: boolean, command: Command): Command {
  const { sections, prepare } = command;
  const flags = [...Object.values(nightFlags), ...(hasProgress ? [metrics] : [])];
  const names = new Set(sections.flatMap((section) => section.flags.map(({ name }) => name)));
  return {
    ...command,
    keepsLog: true,
    sections: [...sections, { title: 'The night', flags }],
    prepare(operands, words, typed) {
      const work = prepare(operands, words, typed);
      const { format } = readFlags({ format: flag.logFormat }, words);
      const { onEnd, notify, file } = readFlags({ ...nightFlags, file: metrics }, words);
      const targets = words.has('notify') ? notify : targetsOfEnvironment();
      const isTold = onEnd !== null || targets.length > 0 || file !== null;
      const report = names.has('db') ? readFlags(shared('db', 'report', 'noReport'), words) : null;
      const runName = readFlags({ name: flag.name }, words).name;
      const called = runName ?? (operands.join(' ') || command.name);
      return async (context) => {
        if (format === 'json') context.terminal.keepLog('json');
        if (!isTold || words.has('dry-run')) return work(context);
        const { WatchedCommand } = await import('./night-watch.js');
        const watched = new WatchedCommand(
          { what: command.name, name: runName, called, onEnd, targets, file, report },
          context,
        );
        return watched.during(() => work({ ...context, night: watched }));
      };
    },
  };
}

function targetsOfEnvironment(): readonly NoticeTarget[] {
  try {
    return readTargets(process.env[NOTIFY_VARIABLE] ?? '');
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(error.code, `${NOTIFY_VARIABLE}: ${error.message}`);
  }
}

const KINDS = ['json', 'ntfy', 'ping'] as const satisfies readonly NoticeTarget['kind'][];

/** The target that `json:https://host/path` names; null if it is not one. */
export function noticeTarget(word: string): NoticeTarget | null {
  const [, kind, address] = /^([a-z]+):(https?:\/\/.*)$/is.exec(word) ?? [];
  const known = KINDS.find((one) => one === kind);
  const url = known === undefined ? null : URL.parse(address);
  if (known === undefined || url === null) return null;
  const { username, password } = url;
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = user === ':' ? null : `Basic ${Buffer.from(user).toString('base64')}`;
  // Requests refuse addresses with a user.
  url.username = '';
  url.password = '';
  return { kind: known, url, authorization, shown: `${known}:${url.origin}/***` };
}
