import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

/**
 * A way to a port of this machine that can be cut like a cable: what is sent meanwhile waits, and
 * no side hears that the other is gone. To a worker it looks like another host on the network.
 */
export class Cuttable {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private cut = false;

  private constructor(target: number) {
    this.server = createServer((near) => {
      const far = connect(target, '127.0.0.1');
      for (const [from, to] of [
        [near, far],
        [far, near],
      ]) {
        this.sockets.add(from);
        from.on('data', (data) => {
          if (!to.write(data)) from.pause();
        });
        to.on('drain', () => {
          if (!this.cut) from.resume();
        });
        from.on('error', () => undefined);
        from.on('close', () => {
          this.sockets.delete(from);
          to.destroy();
        });
        if (this.cut) from.pause();
      }
    });
  }

  static async to(target: number): Promise<Cuttable> {
    const way = new Cuttable(target);
    way.server.listen(0, '127.0.0.1');
    await once(way.server, 'listening');
    return way;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Cuts it, or mends it. */
  setCut(cut: boolean): void {
    this.cut = cut;
    for (const socket of this.sockets) {
      if (cut) socket.pause();
      else socket.resume();
    }
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }
}
