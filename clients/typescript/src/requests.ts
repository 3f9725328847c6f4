/** Requests made from what callers write, and reading page by page. */

import { Code } from "@connectrpc/connect";
import { type CardsInit, cardsOf, type MeldInit, meldOf } from "./cards.js";
import { ServiceFault } from "./errors.js";

/** The value of an option; null for "none". */
export type OptionValue = string | number | boolean | null;

/** Options of a ruleset by name, those that differ from its defaults: `{ max_run: 10 }`. */
export type Options = Readonly<Record<string, OptionValue>>;

/** A position for `analyze`; only `ruleset` and `hand` are needed. */
export interface AnalyzeInit {
  /** Name of the ruleset. */
  readonly ruleset: string;
  /** Options that differ from the ruleset's defaults. */
  readonly options?: Options;
  /** The player's hand. */
  readonly hand?: CardsInit;
  /** The player's table. */
  readonly table?: readonly MeldInit[];
  /** The card on offer; left out, the question is about table and hand alone. Family U only. */
  readonly upcard?: string;
  /** A layout to judge; left out, none is. */
  readonly layout?: readonly MeldInit[];
  /** The other seats' tables; they matter under `borrow_from_opponents` and in family H. */
  readonly opponentTables?: readonly (readonly MeldInit[])[];
  /** Most takings or plays to return, 1 to 200; 50 if left out. */
  readonly pageSize?: number;
  /** Token of the page wanted; left out, the first. */
  readonly pageToken?: string;
}

/** Entries to ask for where all pages are read anyway: the most a page may hold. */
export const PAGE = 200;

/** More pages than any list of the service has. */
const MOST_PAGES = 10_000;

/** A random UUID: what makes a retry of a mutating call safe. */
export function newRequestId(): string {
  // crypto.randomUUID is missing in pages that were not fetched by https.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Options as the service reads them. */
export function optionTexts(options: Options = {}): Record<string, string> {
  const texts = Object.entries(options).map(([name, value]) => [name, String(value ?? "none")]);
  return Object.fromEntries(texts);
}

/** A position as the fields of its request. */
export function positionOf(position: AnalyzeInit) {
  return {
    ruleset: position.ruleset,
    options: optionTexts(position.options),
    hand: cardsOf(position.hand ?? []),
    table: (position.table ?? []).map(meldOf),
    upcard: position.upcard ?? "",
    layout: (position.layout ?? []).map(meldOf),
    opponentTables: (position.opponentTables ?? []).map((melds) => ({ melds: melds.map(meldOf) })),
    pageSize: position.pageSize ?? 0,
    pageToken: position.pageToken ?? "",
  };
}

/** Reads a list page by page, to an end that comes. */
export async function* pages<Page extends { nextPageToken: string }>(
  read: (pageToken: string) => Promise<Page>,
): AsyncGenerator<Page, void, undefined> {
  let token = "";
  for (let count = 0; count < MOST_PAGES; count += 1) {
    const page = await read(token);
    yield page;
    if (page.nextPageToken === "") {
      return;
    }
    if (page.nextPageToken === token) {
      break;
    }
    token = page.nextPageToken;
  }
  throw new ServiceFault({ code: Code.Internal, message: "the pages of a list do not end" });
}
