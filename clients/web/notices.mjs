// Prints the licences of what the page is bundled of: the packages it depends on, and theirs.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const here = createRequire(import.meta.url);
const lock = JSON.parse(readFileSync(join(import.meta.dirname, "../package-lock.json"), "utf8"));
const modules = dirname(here.resolve("../package-lock.json"));

/** The packages below some names, each once; our own workspaces are passed through. */
function bundled(names, found = new Map()) {
  for (const name of names) {
    const entry = lock.packages[`node_modules/${name}`];
    const real = entry?.link ? lock.packages[entry.resolved] : entry;
    if (!real) throw new Error(`${name} is not in the lock`);
    if (found.has(name)) continue;
    found.set(name, { ...real, own: entry.link === true });
    bundled(Object.keys(real.dependencies ?? {}), found);
  }
  return found;
}

const page = JSON.parse(readFileSync(join(import.meta.dirname, "package.json"), "utf8"));
const packages = [...bundled(Object.keys(page.dependencies))].filter(([, one]) => !one.own).sort();

console.log(`The table page of Conquian is licensed under Apache-2.0, whose text is at the end.
It holds these packages:`);
for (const [name, { version, license }] of packages) {
  const folder = join(modules, "node_modules", name);
  const file = readdirSync(folder).find((one) => /^licen[cs]e(\.|$)/i.test(one));
  const text = file ? readFileSync(join(folder, file), "utf8").trim() : undefined;
  console.log(`\n${"-".repeat(72)}\n${name} ${version}: ${license}\n`);
  console.log(text ?? "The package holds no text of it.");
}

// What @bufbuild/protobuf took over from Google's runtime stands under a licence of its own.
const varint = join(modules, "node_modules/@bufbuild/protobuf/dist/esm/wire/varint.js");
const [head] = readFileSync(varint, "utf8").split(/^(?!\/\/)/m);
if (!head?.includes("Redistribution")) throw new Error("the licence has gone from varint.js");
console.log(`\n${"-".repeat(72)}\nParts of @bufbuild/protobuf:\n`);
console.log(head.replace(/^\/\/ ?/gm, ""));
console.log(`${"-".repeat(72)}\n`);
console.log(readFileSync(join(import.meta.dirname, "../../LICENSE"), "utf8").trim());
