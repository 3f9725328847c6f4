// The page is built of the SDK's sources, so that it needs no built SDK; all its addresses are
// relative, so that it may be served below any path.
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

// The page speaks protobuf's binary form alone. Its JSON form, which the libraries bring along for
// those who choose it, would be a tenth of the page's bytes.
const WITHOUT = {
  "from-json.js": [
    "enumFromJson",
    "fromJson",
    "fromJsonString",
    "isEnumJson",
    "mergeFromJson",
    "mergeFromJsonString",
  ],
  "to-json.js": ["enumToJson", "toJson", "toJsonString"],
};

function withoutJson(): Plugin {
  const mark = "\0without-json/";
  return {
    name: "without-json",
    enforce: "pre",
    resolveId(id, importer) {
      const name = id.replace("./", "") as keyof typeof WITHOUT;
      return importer?.includes("@bufbuild/protobuf") && name in WITHOUT ? mark + name : undefined;
    },
    load(id) {
      if (!id.startsWith(mark)) return undefined;
      const names = WITHOUT[id.slice(mark.length) as keyof typeof WITHOUT];
      const refuse = (name: string) =>
        `export function ${name}() { throw new Error("built without JSON"); }`;
      return names.map(refuse).join("\n");
    },
  };
}

export default defineConfig({
  base: "./",
  root: import.meta.dirname,
  plugins: [withoutJson()],
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
