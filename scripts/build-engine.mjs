// `npm run build-engine`: compiles src/solver/engine/assembly to src/solver/engine/wasm/module.ts,
// which holds the module as text and a hash of its source; before that, it writes names.ts there,
// from tables of the program. It also compiles src/lab/census-assembly.ts to census-module.ts.
// Installs the compiler, which nothing else needs, at its first use.
// With --check it writes nothing and fails if a file is not what its source makes; with --debug it
// makes modules that check every index, with --names ones with the names of their functions, for
// profiles (put back the usual ones afterwards).
import './suitable-node.mjs';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fail, install, root } from './prepare.mjs';

const assembly = join(root, 'src', 'solver', 'engine', 'assembly');
const compilerFolder = join(root, 'scripts', 'engine-compiler');
const compiler = join(compilerFolder, 'node_modules', 'assemblyscript', 'bin', 'asc.js');
const target = join(root, 'src', 'solver', 'engine', 'wasm', 'module.ts');
const lab = join(root, 'src', 'lab');

const OPTIONS = ['--runtime', 'stub'];
const wants = (word) => process.argv.includes(word);
const optimised = wants('--debug') ? ['-O1', '--debug'] : ['-O3', '--converge', '--noAssert'];
if (wants('--names')) optimised.push('--debug');

install(compilerFolder);
make(join(assembly, 'memory', 'names.ts'), names());
make(target, textOf(compiled(assembly, 'solve.ts')));
make(join(lab, 'census-module.ts'), censusText(compiled(lab, 'census-assembly.ts', 'simd')));

/** Writes a file that is made from others; with --check, fails if it is not what they make. */
function make(path, text) {
  if (!wants('--check')) writeFileSync(path, text);
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    fail(`${relative(root, path)} is not what its source makes: run npm run build-engine.`);
  }
}

/**
 * The names that the engine shares with the program: the places of what is in its tables, and how
 * many there are.
 */
function names() {
  const settings = namesIn('SETTINGS', 'src/solver/engine/model/settings.ts');
  const statistics = namesIn('STATISTICS', 'src/solver/engine/solver/statistics.ts');
  const stages = namesIn('STAGES', 'src/solver/engine/solver/statistics.ts');
  return [
    '// Made by `npm run build-engine`: do not change it by hand.\n',
    enumOf('Setting', settings),
    `export const SETTINGS: i32 = ${settings.length};\n`,
    enumOf('Statistic', statistics),
    `export const STATISTICS: i32 = ${statistics.length};\n`,
    enumOf('Stage', stages),
  ].join('\n');
}

function namesIn(table, path) {
  const text = readFileSync(join(root, path), 'utf8');
  const [, lines] = new RegExp(`^export const ${table} = \\{\\n([^]*?)^\\}`, 'm').exec(text);
  return [...lines.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name);
}

function enumOf(name, members) {
  return `export const enum ${name} {\n${members.map((one) => `  ${one},\n`).join('')}}\n`;
}

/** What is written to module.ts for a compiled module. */
function textOf(module) {
  // Each line is a byte more in the bundles that have it.
  const lines = module.toString('base64').match(/.{1,20000}/g);
  return `// Made by \`npm run build-engine\` from src/solver/engine/assembly: do not change it by hand.

/** The SHA-256 of the source. */
export const SOURCE = '${sourceHash()}';

/** The compiled module's bytes. Node.js has a decoder of its own, which is eight times as fast. */
export function moduleBytes(): Uint8Array<ArrayBuffer> {
  const { Buffer } = globalThis as { Buffer?: NodeDecoder };
  if (Buffer !== undefined) return Buffer.from(MODULE, 'base64');
  const text = atob(MODULE);
  const bytes = new Uint8Array(text.length);
  // \`Uint8Array.from\` with a function takes ten times as long, at every start.
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

interface NodeDecoder {
  from(text: string, encoding: 'base64'): Uint8Array<ArrayBuffer>;
}

/** In base64. */
const MODULE = \`
${lines.join('\n')}
\`;
`;
}

function censusText(module) {
  return `// Made by \`npm run build-engine\` from census-assembly.ts: do not change it by hand.

/** The compiled module, in base64. */
export const CENSUS_MODULE =
  '${module.toString('base64')}';
`;
}

/** A module, compiled from what is in a folder with what WebAssembly has had since. */
function compiled(folder, source, ...features) {
  const scratch = mkdtempSync(join(tmpdir(), 'nonomill-engine-'));
  try {
    const out = join(scratch, 'engine.wasm');
    const enabled = features.flatMap((feature) => ['--enable', feature]);
    const words = [compiler, source, ...OPTIONS, ...enabled, ...optimised, '-o', out];
    const { status } = spawnSync(process.execPath, words, { cwd: folder, stdio: ['ignore', 2, 2] });
    if (status !== 0) fail('the compiler of the engine failed; see above.');
    return readFileSync(out);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The hash of all that the module is made from. */
function sourceHash() {
  const digest = createHash('sha256');
  const paths = readdirSync(assembly, { recursive: true }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  for (const path of paths.filter((path) => path.endsWith('.ts')).sort()) {
    digest.update(path).update(readFileSync(join(assembly, path)));
  }
  return digest.digest('hex');
}
