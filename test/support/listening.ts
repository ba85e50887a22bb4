import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { text } from 'node:stream/consumers';

/** A request that a server got. */
interface Heard {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An HTTP server on this machine, closed after the test, and what it has heard. */
export interface Listening {
  /** `http://127.0.0.1:<port>`. */
  readonly address: string;
  readonly heard: readonly Heard[];
}

/** Listens, and answers 200, or whatever `answer` does with a request once its body is there. */
export async function listening(t: TestContext, answer?: RequestListener): Promise<Listening> {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request;
      heard.push({ method, path: url, headers, body });
      if (answer === undefined) response.end();
      else answer(request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard };
}
