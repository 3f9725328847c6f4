// A layout while it is being built: which card lies in which meld. Values only, no page.
import type { GameView } from "@conquian/client";
import { keyed } from "../cards/card.js";

export type Source = "table" | "hand" | "upcard" | "opponent";

export interface Piece {
  /** Tells it from every other piece. */
  readonly id: string;
  readonly card: string;
  readonly from: Source;
}

/** A draft of a table: melds, which may be anything yet, and what is not laid. */
export interface Draft {
  readonly groups: readonly (readonly Piece[])[];
  readonly rest: readonly Piece[];
}

/** Where a piece may go: a meld by its number, a new one, or back to what is not laid. */
export type Place = number | "new" | "rest";

/** The table as it lies; upcard and hand are not laid. */
export function beginning(view: GameView): Draft {
  const own = view.you ? view.seats[view.you.seat] : undefined;
  const piece =
    (from: Source) =>
    ({ key, card }: { key: string; card: string }): Piece => ({
      id: `${from}.${key}`,
      card,
      from,
    });
  const groups = (own?.table ?? []).map((meld) => keyed(meld.cards).map(piece("table")));
  const upcard = view.deal?.upcard ? keyed([view.deal.upcard.card]).map(piece("upcard")) : [];
  const hand = keyed(view.you?.hand ?? []).map(piece("hand"));
  return { groups, rest: [...upcard, ...hand, ...opponents(view).map(piece("opponent"))] };
}

/** Opponents' cards, where they may be borrowed (rule R2.31). */
function opponents(view: GameView): { key: string; card: string }[] {
  if (view.options.borrow_from_opponents !== "true") return [];
  const others = view.seats.filter((seat) => seat.seat !== view.you?.seat);
  return keyed(others.flatMap((seat) => seat.table.flatMap((meld) => meld.cards)));
}

/** Moves pieces to a place; melds that become empty go. */
export function moved(draft: Draft, ids: readonly string[], to: Place): Draft {
  const all = [...draft.groups.flat(), ...draft.rest];
  const going = all.filter((piece) => ids.includes(piece.id));
  if (going.length === 0) return draft;
  const stay = (pieces: readonly Piece[]) => pieces.filter((piece) => !ids.includes(piece.id));
  const groups = draft.groups.map((group, at) =>
    at === to ? [...stay(group), ...going] : stay(group),
  );
  if (to === "new") groups.push(going);
  const rest = to === "rest" ? [...stay(draft.rest), ...going] : stay(draft.rest);
  return { groups: groups.filter((group) => group.length > 0), rest };
}

/** Where a piece lies. */
export function placeOf(draft: Draft, id: string): Place {
  const at = draft.groups.findIndex((group) => group.some((piece) => piece.id === id));
  return at >= 0 ? at : "rest";
}

/** The place after, or before, the one where a piece lies: melds in order, a new one, the rest. */
export function nextPlace(draft: Draft, id: string, step: 1 | -1): Place {
  const here = placeOf(draft, id);
  const alone = typeof here === "number" && draft.groups[here]?.length === 1;
  const places: Place[] = [...draft.groups.keys(), ...(alone ? [] : ["new" as const]), "rest"];
  const at = places.indexOf(here);
  return places[(at + step + places.length) % places.length] ?? "rest";
}

/** The melds as the service takes them. */
export function meldsIn(draft: Draft): string[][] {
  return draft.groups.map((group) => group.map((piece) => piece.card));
}

/** Whether the upcard is laid: then the layout is a taking. */
export function usesUpcard(draft: Draft): boolean {
  return draft.groups.flat().some((piece) => piece.from === "upcard");
}

/** Whether nothing differs from the table as it lies. */
export function isUntouched(draft: Draft): boolean {
  return draft.groups.flat().every((piece) => piece.from === "table");
}
