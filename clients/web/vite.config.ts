// The page is built of the SDK's sources, so that it needs no built SDK; all its addresses are
// relative, so that it may be served below any path.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  root: import.meta.dirname,
  resolve: {
    alias: {
      "@conquian/client": fileURLToPath(new URL("../typescript/src/index.ts", import.meta.url)),
    },
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    assetsInlineLimit: 0, // "data:" stays out of the content security policy
    modulePreload: false,
    cssCodeSplit: false,
  },
});
