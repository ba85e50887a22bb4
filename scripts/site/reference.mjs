// The reference of the site, made from the tables of the program: each command with its options,
// the formats, and the settings of nonomill.toml.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../prepare.mjs';

const built = (path) => import(pathToFileURL(join(root, 'dist', 'src', path)).href);

/** The pages by address, and their part of the sidebar. */
export async function referencePages() {
  const [{ allCommands }, { AT_TOP }, { FORMATS, canRead }, { FORMAT_DESCRIPTIONS }] =
    await Promise.all([
      built('commands.js'),
      built('pipeline/cli/config.js'),
      built('solver/formats/registry.js'),
      built('solver/formats/descriptions.js'),
    ]);
  const commands = await allCommands();
  const pages = {
    'reference/index.md': commandList(commands),
    'reference/file-formats.md': formatList(FORMATS, canRead, FORMAT_DESCRIPTIONS),
    'reference/nonomill-toml.md': settingList(commands, AT_TOP),
  };
  for (const command of commands) pages[`reference/${command.name}.md`] = commandPage(command);
  const item = (text, link) => ({ text, link });
  const sidebar = {
    text: 'Reference',
    items: [
      {
        text: 'Commands',
        link: '/reference/',
        collapsed: true,
        items: commands.map(({ name }) => item(name, `/reference/${name}`)),
      },
      item('nonomill.toml', '/reference/nonomill-toml'),
      item('Formats', '/reference/file-formats'),
      item('Tables and columns', '/pipeline/results'),
      item('Exit codes', '/pipeline/exit-codes'),
      item('Error codes', '/pipeline/errors'),
    ],
  };
  return { pages, sidebar: [sidebar] };
}

function commandList(commands) {
  const groups = Map.groupBy(commands, ({ group }) => group);
  const text = [...groups].map(
    ([title, those]) =>
      `## ${title}\n\n${those
        .map(({ name, summary }) => `- [${name}](./${name}.md): ${prose(summary)}`)
        .join('\n')}\n`,
  );
  return `# Reference

Each command with its options, as \`nonomill --help\` lists them; and
[nonomill.toml](./nonomill-toml.md), [formats](./file-formats.md),
[tables and columns](../pipeline/results.md), [exit codes](../pipeline/exit-codes.md),
[error codes](../pipeline/errors.md), [the library](../solver/library.md).

${text.join('\n')}`;
}

/** What `nonomill <command> --help` says. */
function commandPage({ name, operands, description, sections, examples, glossary = [] }) {
  const usage = ['nonomill', name, operands, sections.length > 0 && '[options]'];
  const parts = [
    `# nonomill ${name}`,
    `\`\`\`\n${usage.filter(Boolean).join(' ')}\n\`\`\``,
    ...description.split('\n\n').map(prose),
    ...sections.flatMap(({ title, flags }) => [`## ${title}`, ...flags.map(flagText)]),
    ...glossary.flatMap(({ title, words }) => [
      ...headingOf(title),
      words.map(([word, meaning]) => `- \`${word}\`: ${prose(meaning)}`).join('\n'),
    ]),
  ];
  const shown = Object.entries(examples);
  if (shown.length > 0) {
    parts.push('## Examples');
    for (const [line, what] of shown) parts.push(prose(what), `\`\`\`sh\n${line}\n\`\`\``);
  }
  return `${parts.join('\n\n')}\n`;
}

/** The search takes no link in a heading: the page that is named in brackets stands below it. */
function headingOf(title) {
  const [, heading, more] = /^(.*?)(?: \((.*)\))?$/.exec(title);
  return more === undefined ? [`## ${heading}`] : [`## ${heading}`, `${prose(more)}.`];
}

function flagText({ name, value, help, defaultText }) {
  const usage = value === null ? `--${name}` : `--${name} <${value}>`;
  const fallback = defaultText === null ? '' : ` Default: ${prose(defaultText)}.`;
  return `### \`${usage}\` {#${name}}\n\n${prose(help)}${fallback}`;
}

function formatList(formats, canRead, descriptions) {
  const mark = (held) => (held ? 'yes' : '');
  const rows = formats.map((format) => {
    const { name, extensions, holds, write } = format;
    const held = ['many', 'colour', 'title', 'start', 'goal'].map((what) => holds.has(what));
    const cells = [canRead(format), write !== null, ...held].map(mark);
    return `| \`${name}\` | ${prose(descriptions[name])} | ${extensions.join(' ')} | ${cells.join(' | ')} |`;
  });
  return `# Formats

As \`nonomill formats\` lists them: what each is, its extensions, whether it is read and written, and whether it holds many
puzzles, colours, titles, start positions and solved pictures. A file is recognised by its extension, then by its content.

| name | what it is | extensions | read | write | many | colour | title | start | goal |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}

function settingList(commands, atTop) {
  const rows = commands
    .map(({ name, sections }) => ({ name, flags: sections.flatMap(({ flags }) => flags) }))
    .filter(({ flags }) => flags.length > 0)
    .map(({ name, flags }) => {
      const links = flags.map((flag) => `[${flag.name}](./${name}.md#${flag.name})`);
      return `## \\[${name}\\] {#${name}}\n\n${links.join(', ')}\n`;
    });
  return `# nonomill.toml

Options that a folder or a site gives to every command, in TOML or JSON: [how it is found, and who may give
orders](../pipeline/nights.md#said-once-for-every-night). An option is a key in the table of its command, without the dashes: \`timeout = "30s"\`. A
switch is \`true\` or \`false\`. \`[nights.<name>]\` takes \`corpora\` and the options of \`run\`. Editors check the file by
[its schema](/nonomill.schema.json).

At the top, for every command: ${atTop.map((name) => `\`${name}\``).join(', ')}.

${rows.join('\n')}`;
}

/**
 * Text of the help as Markdown: what it quotes of the command line is code, and the pages that it
 * names are links.
 */
function prose(text) {
  return text
    .replaceAll(/[\n\u00a0]/g, ' ')
    .split(/("nonomill [^"]*"|(?<![\w-])--[a-z][\w-]*|<[^<>\s]+>|docs\/[\w/-]+\.md)/)
    .map((part, i) => {
      if (i % 2 === 0) return part.replaceAll(/[\\`*_{}[\]<>|#]/g, '\\$&');
      if (part.startsWith('docs/')) return `[${part}](${part.replace('docs', '..')})`;
      return `\`${part.replaceAll('"', '')}\``;
    })
    .join('');
}
