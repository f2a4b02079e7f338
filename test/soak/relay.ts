/** A way to the API that can break down as a whole: every connection at once, and none for a while. */

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Relay {
  /** The base URL of the API, through here. */
  readonly url: string;
  /** Resets every connection, and refuses new ones for so long. */
  breakDown(ms: number): Promise<void>;
  close(): Promise<void>;
}

export async function startRelay(api: string): Promise<Relay> {
  const { port: target, pathname } = new URL(api);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const behind = connect(Number(target), "127.0.0.1");
    for (const [socket, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      open.add(socket);
      socket.on("error", () => other.destroy()).on("close", () => open.delete(socket));
      socket.pipe(other);
    }
  });
  const listen = async (port: number): Promise<number> => {
    server.listen(port, "127.0.0.1");
    try {
      await once(server, "listening");
    } catch {
      // While it was free, a connection of somebody else has taken the port, for a moment.
      return listen(port);
    }
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    // One that is being ended cannot be reset: Node would keep its handle, and never exit.
    for (const socket of open) socket.writableEnded ? socket.destroy() : socket.resetAndDestroy();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${port}${pathname}`,
    async breakDown(ms) {
      await stop();
      await new Promise((resolve) => setTimeout(resolve, ms));
      await listen(port);
    },
    close: stop,
  };
}
