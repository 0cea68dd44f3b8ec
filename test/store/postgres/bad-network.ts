import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket, connect as tcpConnect } from 'node:net';

/** What happens to the next commit that passes. */
export type CommitFault = 'cut_before' | 'cut_after';

/**
 * A network between a store and its server that can be bad: it can cut everything off, swallow everything without a
 * word, or break in the very moment of a commit.
 */
export class BadNetwork {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isSilent = false;
  #fault: CommitFault | undefined;
  /** Commits that were cut so far. */
  faults = 0;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  /** Stands before the server of `url`. */
  static async before(url: string): Promise<BadNetwork> {
    const target = new URL(url);
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const through = new URL(url);
    through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const network = new BadNetwork(server, through.href);
    server.on('connection', (client) => network.#join(client, tcpConnect(Number(target.port), target.hostname)));
    return network;
  }

  /** From now on nothing passes, and nobody is told. */
  fallSilent(): void {
    this.#isSilent = true;
  }

  /** Cuts every connection. New ones are made as before. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Everything passes again; what was swallowed is lost, and so are the connections. */
  recover(): void {
    this.#isSilent = false;
    this.cut();
  }

  /** Breaks the connection of the next commit: before the server hears of it, or once it has done it. */
  breakNextCommit(fault: CommitFault): void {
    this.#fault = fault;
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(client: Socket, server: Socket): void {
    let isCutAfter = false;
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    client.on('data', (data) => {
      if (this.#isSilent) return;
      const fault = isCommit(data) ? this.#fault : undefined;
      if (fault) {
        this.#fault = undefined;
        this.faults += 1;
      }
      if (fault === 'cut_before') return void client.destroy();
      isCutAfter ||= fault === 'cut_after';
      server.write(data);
    });
    server.on('data', (data) => {
      // The answer to the commit is the first that says so.
      if (isCutAfter && data.includes('COMMIT\0')) return void client.destroy();
      if (!this.#isSilent && !isCutAfter) client.write(data);
    });
  }
}

/** A simple query, `Q`, its length, and its text. */
function isCommit(data: Buffer): boolean {
  return data.includes('commit\0');
}
