/** The programs in the documents run, each by itself, as they stand there. */

import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { ROOT } from "../support/server.js";

const DOCUMENTS = ["README.md", "docs/typescript-client.md", "clients/typescript/README.md"];
const WITHIN = 60_000;
const TOLD = "http://localhost:8080";

/** Below the package, because a program imports it by its name. */
const SCRATCH = fileURLToPath(new URL("../../.scratch", import.meta.url));
const TSX = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;

const PROGRAMS = DOCUMENTS.flatMap((document) => {
  const text = readFileSync(join(ROOT, document), "utf8");
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map((block) => {
    const line = text.slice(0, block.index).split("\n").length + 1;
    return { name: `${document}:${line}`, program: block[1] ?? "" };
  });
});

beforeAll(() => {
  mkdirSync(SCRATCH, { recursive: true });
});

afterAll(() => {
  rmSync(SCRATCH, { recursive: true, force: true });
});

/** Runs a program to its end; its exit code and all it said. */
function run(file: string): Promise<{ readonly code: number | null; readonly said: string }> {
  const options = [
    "--import",
    TSX,
    "--conditions=conquian-source",
    "--unhandled-rejections=strict",
  ];
  const program = spawn(process.execPath, [...options, file], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  return new Promise((resolve, reject) => {
    let said = "";
    for (const output of [program.stdout, program.stderr]) {
      output.setEncoding("utf8");
      output.on("data", (text: string) => {
        said += text;
      });
    }
    const late = setTimeout(() => {
      said += `\nended by the test after ${WITHIN / 1_000} s`;
      program.kill("SIGKILL");
    }, WITHIN);
    program.on("error", reject);
    program.on("close", (code) => {
      clearTimeout(late);
      resolve({ code, said });
    });
  });
}

test("both guides have programs", () => {
  const documents = new Set(PROGRAMS.map(({ name }) => name.split(":")[0]));
  expect(documents).toContain("docs/typescript-client.md");
  expect(documents).toContain("clients/typescript/README.md");
});

test("the program of the README makes the first move that Python and curl make there", async () => {
  const [first] = PROGRAMS.filter(({ name }) => name.startsWith("README.md"));
  const file = join(SCRATCH, "first-move.ts");
  writeFileSync(file, first?.program.replaceAll(TOLD, inject("serverUrl")) ?? "");
  const { code, said } = await run(file);
  expect(code, said).toBe(0);
  expect(said).toMatch(/^4 \[/);
  expect(said).toContain("case: 'passed'");
});

test.concurrent.each(PROGRAMS)(
  "$name runs",
  async ({ name, program }) => {
    expect(program).toContain(TOLD);
    const file = join(SCRATCH, `${name.replaceAll(/\W+/g, "-")}.ts`);
    writeFileSync(file, program.replaceAll(TOLD, inject("serverUrl")));
    const { code, said } = await run(file);
    expect(said).not.toBe("");
    expect(said).not.toContain("undefined");
    expect(code, said).toBe(0);
  },
  WITHIN + 5_000,
);
