import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { readAssets } from '../../../src/pipeline/pages/app.js';

const WORKBENCH = fileURLToPath(new URL('../../../try/', import.meta.url));

/**
 * A server of the files of a folder and nothing else, below /puzzles/, which browsers need not ask
 * again for ten minutes, as on many hosts. `edit` is another version of a text, if there is one.
 */
export async function serveFiles(
  edit: (path: string, text: string) => string = (_, text) => text,
  folder = WORKBENCH,
): Promise<Server> {
  const assets = readAssets(folder);
  const server = createServer((request, response) => {
    const path = new URL(request.url!, 'http://x').pathname.replace(/^\/puzzles/, '');
    const name = path.endsWith('/') ? `${path}index.html` : path;
    const asset = assets.get(name);
    const type = asset?.type ?? '';
    const headers = { 'content-type': type, 'cache-control': 'max-age=600' };
    response.writeHead(asset === undefined ? 404 : 200, headers);
    const isText = asset !== undefined && /^text|javascript/.test(type);
    response.end(isText ? edit(name, Buffer.from(asset.body).toString()) : asset?.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
