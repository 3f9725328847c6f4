import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    // Starts of the server are slow where the machine is busy.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
