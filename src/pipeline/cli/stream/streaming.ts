import { requireSpace } from '../../files/program.js';
import type { StreamQuestion } from './answers.js';
import type { ScoreSummary } from './score-summary.js';
import { flag } from '../flags.js';
import { type CommandOutcome, refuseIf, refuseRejects } from '../terminal.js';
import { type Command, type CommandContext, onSignals } from '../command.js';
import { readFlags, type Flag, type FlagValues, type Flags } from '../flag.js';

const { stream, threads } = flag;

interface StreamSpec<F extends Flags> {
  /** The flags that matter for a stream. */
  readonly flags: F;
  /** Those of them that the command has for streams alone. */
  readonly own?: readonly Flag<unknown>[];
  /** What is asked about each line, and how many milliseconds a line may take. */
  readonly ask: (values: FlagValues<F>) => {
    readonly question: StreamQuestion;
    readonly timeoutMs: number;
    /** Takes what threads have counted, to be printed instead of answers. */
    readonly summary?: ScoreSummary | null;
  };
  /** What a line of it has, for the help. */
  readonly line: string;
  readonly example: string;
}

/** With `--stream`, a command answers each line of standard input, as long as that lasts. */
export function streaming<F extends Flags>(spec: StreamSpec<F>, command: Command): Command {
  const { name, description, examples, sections, prepare } = command;
  const hasThreads = sections.some(({ flags }) => flags.some(({ name: n }) => n === threads.name));
  const alone = [...(spec.own ?? []), ...(hasThreads ? [] : [threads])];
  return {
    ...command,
    description:
      `${description}\n\nWith --stream, each line of standard input (${spec.line}, as JSON) is answered with a ` +
      'line of JSON, in the same order and as soon as it is known; docs/lab/streams.md says more.',
    sections: [...sections, { title: 'Streams', flags: [stream, ...alone] }],
    examples: { ...examples, [`nonomill ${name} --stream < lines.ndjson`]: spec.example },
    prepare(operands, words) {
      if (!words.has(stream.name)) {
        for (const { name: typed } of alone)
          refuseIf({ [`--${typed} goes with --stream`]: words.has(typed) });
        return prepare(operands, words);
      }
      const [operand] = operands;
      refuseIf({
        [`--stream reads standard input, but "${operand}" was given too`]: operands.length > 0,
      });
      // The answers are JSON in any case.
      const fitting = ['json', stream.name, threads.name];
      fitting.push(...Object.values(spec.flags).map((one) => one.name));
      for (const word of words.keys())
        refuseIf({ [`--${word} does not go with --stream`]: !fitting.includes(word) });
      const asked = spec.ask(readFlags(spec.flags, words));
      const values = readFlags({ threads }, words);
      return (context) => answerStream({ ...asked, ...values }, context);
    },
  };
}

type AskedStream = ReturnType<StreamSpec<Flags>['ask']> & { readonly threads: number };

async function answerStream(
  { question, summary, ...options }: AskedStream,
  context: CommandContext,
): Promise<CommandOutcome> {
  const { Answers, STREAM_OPTIONS } = await import('./stream.js');
  requireSpace(options.threads);
  const { terminal } = context;
  const answers = new Answers(question, { ...STREAM_OPTIONS, ...options }, summary);
  let stopped = false;
  const off = onSignals(context, () => {
    stopped = true;
    answers.stop();
    terminal.endInput();
  });
  try {
    for await (const text of answers.to(terminal.stdin)) {
      await terminal.printData(text);
      if (terminal.readerGone) break;
    }
    if (summary) await terminal.print(summary.text(answers.failed));
  } finally {
    terminal.endInput();
    off();
  }
  if (stopped) return 'interrupted';
  refuseRejects(answers.failed, 'line', 'lines');
  return 'done';
}
