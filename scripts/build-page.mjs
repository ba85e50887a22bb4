// Puts what a page without a build step needs of the library into one file, dist/page: as a module
// (nonomill.min.js), and for a plain <script>, which sets the global "nonomill", also in a page
// opened from a disk (nonomill.global.min.js): no file can be both, as a script must not export.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'vite';
import { packedEngine } from './build-packed-engine.mjs';
import { bundleOf } from './bundles.mjs';
import { root } from './prepare.mjs';

/** What the page's file has of src/index.ts. */
const EXPORTS = ['check', 'fix', 'hint', 'rate', 'readPuzzles', 'solve'];

/** The formats that it reads; the others stay in the list, but are neither read nor written. */
const READ = /[\\/](csv|non)\.ts$/;

function entry() {
  return {
    name: 'entry',
    resolveId: { filter: { id: /^\0page$/ }, handler: (id) => id },
    load: {
      filter: { id: /^\0page$/ },
      handler: () =>
        `export { ${EXPORTS.join(', ')} } from ${JSON.stringify(join(root, 'src', 'index.ts'))};`,
    },
  };
}

function fewFormats() {
  const absent = (name) =>
    `export const ${name} = { name: '${name}', extensions: [], detect: () => 0, createParser: null, write: null };`;
  return {
    name: 'few-formats',
    load: {
      filter: { id: /[\\/]solver[\\/]formats[\\/]single[\\/]/ },
      handler(id) {
        if (READ.test(id)) return null;
        const names = readFileSync(id, 'utf8').matchAll(/^export const (\w+): Format\b/gm);
        return Array.from(names, ([, name]) => absent(name)).join('\n');
      },
    },
  };
}

/** What does less than the parts of the library whose places it takes, in far fewer bytes. */
function standIns() {
  const places = {
    'json-splitter': { JsonSplitter: WholeJson, PlainJson: NoPlainJson },
    mistyped: { RejectionReasons: PlainReasons },
  };
  return {
    name: 'stand-ins',
    load: {
      filter: { id: /[\\/](json-splitter|mistyped)\.ts$/ },
      handler: (id) =>
        Object.entries(places[basename(id, '.ts')])
          .map(([name, standIn]) => `${standIn}\nexport { ${standIn.name} as ${name} };`)
          .join('\n'),
    },
  };
}

/** JSON as one text, not as it streams in: where it breaks, all of it is one reject. */
class WholeJson {
  #sink;
  #text = '';

  constructor(sink) {
    this.#sink = sink;
  }

  write(text) {
    this.#text += text;
  }

  end() {
    if (this.#text.trim() === '') return;
    let value;
    try {
      value = JSON.parse(this.#text);
    } catch (error) {
      this.#sink.broken(this.#text, 1, null, `not valid JSON: ${error.message}`);
      return;
    }
    const list = Array.isArray(value) ? value : this.#listIn(value);
    if (list === null) this.#sink.element(this.#text, null, null);
    else list.forEach((one, i) => this.#sink.element(JSON.stringify(one), null, i));
  }

  /** The first list of puzzles in an object, at any depth, or null. */
  #listIn(value) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const within = Object.values(value);
    const isList = (one) => Array.isArray(one) && one.length > 0 && one.every(isPuzzle);
    const isPuzzle = (one) =>
      /"\w*(row|column|clue|hint|grid|solution)\w*":/i.test(JSON.stringify(one));
    return within.find(isList) ?? within.map((one) => this.#listIn(one)).find(Boolean) ?? null;
  }
}

/** Leaves every object to JSON.parse. */
class NoPlainJson {
  fields() {
    return null;
  }

  depthFault() {
    return null;
  }
}

/** Reasons of rejects without a guess which line is mistyped. */
class PlainReasons {
  for({ reason }) {
    return reason;
  }
}

await build({
  ...bundleOf('page', {
    emptyOutDir: true,
    target: 'es2022',
    minify: true,
    sourcemap: false,
    rolldownOptions: {
      input: '\0page',
      preserveEntrySignatures: 'strict',
      checks: { pluginTimings: false },
      output: [
        { format: 'es', entryFileNames: 'nonomill.min.js' },
        { format: 'iife', name: 'nonomill', entryFileNames: 'nonomill.global.min.js' },
      ],
    },
  }),
  plugins: [entry(), fewFormats(), standIns(), packedEngine()],
});
