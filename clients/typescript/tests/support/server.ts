/** The real service, started and ended by tests. It keeps its games in a folder of its own. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { access } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

const PROGRAM = join(ROOT, ".venv", "bin", "conquian");
const START_WITHIN = 40_000;
const STOP_WITHIN = 15_000;
const READY = /is ready: gRPC on [\d.]+:(\d+), HTTP on (http:\/\/[\d.]+:(\d+))/;

interface Ports {
  readonly grpc: string;
  readonly http: string;
}

/** A `conquian serve` that can be stopped and started again on the same games and ports. */
export class Server {
  readonly #folder = mkdtempSync(join(tmpdir(), "cq-"));
  #process: ChildProcess | undefined;
  #ports: Ports = { grpc: "0", http: "0" };
  #url = "";
  #said = "";

  /** A server that is ready. */
  static async started(): Promise<Server> {
    const server = new Server();
    await server.start();
    return server;
  }

  /** Where it speaks HTTP. */
  get url(): string {
    return this.#url;
  }

  async start(): Promise<void> {
    await access(PROGRAM).catch(() => {
      throw new Error(`no ${PROGRAM}: these tests need the service; run "make venv" first`);
    });
    const settings = Object.entries(process.env).filter(([name]) => !name.startsWith("CONQUIAN_"));
    this.#said = "";
    const started = spawn(PROGRAM, ["serve"], {
      cwd: this.#folder,
      env: {
        ...Object.fromEntries(settings),
        CONQUIAN_GRPC_PORT: this.#ports.grpc,
        CONQUIAN_HTTP_PORT: this.#ports.http,
        CONQUIAN_DATA_DIR: join(this.#folder, "data"),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process = started;
    for (const output of [started.stdout, started.stderr]) {
      output.setEncoding("utf8");
      output.on("data", (text: string) => {
        this.#said += text;
      });
    }
    const late = Date.now() + START_WITHIN;
    let ready = READY.exec(this.#said);
    while (ready === null) {
      if (started.exitCode !== null || Date.now() > late) {
        await this.end();
        throw new Error(`the server did not start; it said:\n${this.#said.slice(-3_000)}`);
      }
      await delay(20);
      ready = READY.exec(this.#said);
    }
    const [, grpc = "", url = "", http = ""] = ready;
    this.#ports = { grpc, http };
    this.#url = url;
  }

  /** Tells it to end, and waits until it has. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running === undefined || running.exitCode !== null) {
      return;
    }
    const ended = once(running, "exit");
    running.kill(signal);
    const kept = new AbortController();
    const late = delay(STOP_WITHIN, true, { signal: kept.signal }).catch(() => false);
    if (await Promise.race([late, ended.then(() => false)])) {
      running.kill("SIGKILL");
      await ended;
      throw new Error(`the server did not end in time; it said:\n${this.#said.slice(-3_000)}`);
    }
    kept.abort();
  }

  /** Stops it and removes its games. */
  async end(): Promise<void> {
    try {
      await this.stop();
    } finally {
      rmSync(this.#folder, { recursive: true, force: true });
    }
  }

  /** The value of a metric without labels; the sum over all labels else. */
  async metric(name: string): Promise<number> {
    const page = await (await fetch(`${this.#url}/metrics`)).text();
    const lines = page.split("\n").filter((line) => new RegExp(`^${name}[ {]`).test(line));
    return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);
  }
}
