// Puts BullMQ and the Redis client into one file with Vite,
// dist/src/pipeline/queue/bullmq.js, with their licences beside it. Users then install
// neither, nor the native add-on that BullMQ's encoder would like, whose install script npm 12 and
// later blocks with a warning. Does nothing where the bundle is there and the lock file has not
// changed.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { licencesIn } from './licences.mjs';
import { root } from './prepare.mjs';

const entry = join(root, 'src', 'pipeline', 'queue', 'bullmq.ts');
const bundle = join(root, 'dist', 'src', 'pipeline', 'queue', 'bullmq.js');
const digest = createHash('sha256').update(readFileSync(entry));
for (const file of ['package-lock.json', 'scripts/build-queue.mjs', 'scripts/licences.mjs']) {
  digest.update(readFileSync(join(root, file)));
}
// The compiler writes over the bundle whenever it emits the module again: the mark is gone then.
const mark = `// Bundled by scripts/build-queue.mjs from ${digest.digest('hex')}\n`;
if (!existsSync(bundle) || !readFileSync(bundle, 'utf8').startsWith(mark)) {
  const { output } = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [licencesIn('dist/src/pipeline/queue/bullmq.LICENSES.txt')],
    publicDir: false,
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: entry,
      write: false,
      target: 'node22',
      minify: false,
      copyPublicDir: false,
      rolldownOptions: { output: { comments: false } },
    },
  });
  if (output.length !== 1) throw new Error(`expected one file, got ${output.length}`);
  writeFileSync(bundle, mark + output[0].code);
}
