/** A TCP line to a server that can lose answers. */

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

export class LossyLine {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #losing = 0;
  /** Answers that were lost. */
  lost = 0;

  private constructor(port: number) {
    this.#server = createServer((near) => {
      const far = connect(port, "127.0.0.1");
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on("error", () => {}); // the other side learns of it by the close
        socket.on("close", () => {
          this.#sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far);
      far.on("data", (answer) => {
        if (this.#losing > 0) {
          this.#losing -= 1;
          this.lost += 1;
          near.destroy();
        } else {
          near.write(answer);
        }
      });
    });
  }

  /** A line to the server at a URL. */
  static async to(url: string): Promise<LossyLine> {
    const line = new LossyLine(Number(new URL(url).port));
    line.#server.listen(0, "127.0.0.1");
    await once(line.#server, "listening");
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Breaks the connection in place of each of the next so many answers. */
  loseAnswers(count: number): void {
    this.#losing = count;
  }

  /** Breaks every connection now. */
  cut(): void {
    for (const socket of this.#sockets) {
      socket.destroy();
    }
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }
}
