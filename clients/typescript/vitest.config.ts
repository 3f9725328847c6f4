import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: ["tests/unit/**/*.test.ts"] } },
      {
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          globalSetup: ["tests/support/shared-server.ts"],
          // A server takes its time to start where the machine is busy.
          testTimeout: 40_000,
          maxConcurrency: 2,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
