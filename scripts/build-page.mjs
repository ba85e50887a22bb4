// Puts what a page without a build step needs of the library into one file, dist/page: as a module
// (nonomill.min.js), and for a plain <script>, which sets the global "nonomill", also in a page
// opened from a disk (nonomill.global.min.js): no file can be both, as a script must not export.
import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { bundleOf } from './bundles.mjs';
import { root } from './prepare.mjs';

/** What the page's file has of src/index.ts. */
const EXPORTS = ['check', 'fix', 'hint', 'rate', 'readPuzzles', 'solve'];

/** The formats that it reads; the others stay in the list, but are neither read nor written. */
const READ = /[\\/](csv|non)\.ts$/;

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
  plugins: [entry(), fewFormats(), denseEngine()],
});

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

/**
 * The engine as text that compresses as well as its bytes do, with a third fewer than base64 takes:
 * the commonest ninety bytes are one character each, the others two, of those from # to ~.
 */
function denseEngine() {
  return {
    name: 'dense-engine',
    async load(id) {
      if (!/[\\/]engine[\\/]wasm[\\/]module\.ts$/.test(id)) return null;
      const [, base64] = /^const MODULE = `([^`]*)`/m.exec(readFileSync(id, 'utf8'));
      const bytes = Buffer.from(base64, 'base64');
      const counts = new Uint32Array(256);
      for (const byte of bytes) counts[byte]++;
      const order = [...counts.keys()].sort((one, other) => counts[other] - counts[one]);
      const digits = (rank) =>
        rank < 90 ? [rank] : [90 + Math.floor((rank - 90) / 90), (rank - 90) % 90];
      const texts = order.map((_, rank) =>
        String.fromCharCode(...digits(rank).map((at) => at + 35)),
      );
      const textOf = new Map(order.map((byte, rank) => [byte, texts[rank]]));
      const text = Array.from(bytes, (byte) => textOf.get(byte)).join('');
      const given = [order, bytes.length, text].map((value) => JSON.stringify(value)).join(', ');
      return `export function moduleBytes() { return (${undense})(${given}); }`;
    },
  };
}

/** Runs in the page. */
function undense(order, length, text) {
  const bytes = new Uint8Array(length);
  for (let i = 0, at = 0; at < length; at++) {
    const digit = text.charCodeAt(i++) - 35;
    bytes[at] = order[digit < 90 ? digit : (digit - 89) * 90 + text.charCodeAt(i++) - 35];
  }
  return bytes;
}
