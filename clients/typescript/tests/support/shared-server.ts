/** One server for all tests that leave it running. */

import type { TestProject } from "vitest/node";
import { Server } from "./server.js";

declare module "vitest" {
  interface ProvidedContext {
    readonly serverUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await Server.started();
  project.provide("serverUrl", server.url);
  return () => server.end();
}
