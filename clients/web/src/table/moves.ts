// Legal moves as people choose them: by kind, and narrowed by the cards they have selected.
import type { GameView, Meld, Move } from "@conquian/client";
import { inHand, without } from "../cards/card.js";

export type Kind = NonNullable<Move["kind"]["case"]>;

/** Kinds that lay melds down: each move is shown as what would lie there. */
export const LAYINGS: readonly Kind[] = ["take", "layFromHand", "layMeld", "layOff", "takeJoker"];

/** Kinds that give up one card: chosen in the hand. */
export const GIVINGS: readonly Kind[] = ["discard", "trade"];

export interface Group {
  readonly kind: Kind;
  readonly moves: readonly Move[];
}

/** The moves by kind, kinds in the order in which they come first. */
export function grouped(moves: readonly Move[]): Group[] {
  const kinds = new Map<Kind, Move[]>();
  for (const move of moves) {
    const kind = move.kind.case;
    if (!kind) continue;
    const group = kinds.get(kind);
    if (group) group.push(move);
    else kinds.set(kind, [move]);
  }
  return [...kinds].map(([kind, group]) => ({ kind, moves: group }));
}

/** The melds that a move would leave where it lays. */
export function meldsOf(move: Move): readonly Meld[] {
  const { kind } = move;
  switch (kind.case) {
    case "take":
    case "layFromHand":
      return kind.value.layout;
    case "layMeld":
      return kind.value.meld ? [kind.value.meld] : [];
    case "layOff":
    case "takeJoker":
      return kind.value.result ? [kind.value.result] : [];
    default:
      return [];
  }
}

/** Cards that come down by a move, from the hand or as the upcard, copies counted. */
export function laidBy(move: Move, view: GameView): string[] {
  const { kind } = move;
  const all = meldsOf(move).flatMap((meld) => meld.cards.map(inHand));
  switch (kind.case) {
    case "take":
    case "layFromHand":
      return without(all, tableCards(view));
    case "layOff":
    case "takeJoker":
      return without(all, (kind.value.meld?.cards ?? []).map(inHand));
    default:
      return all;
  }
}

/** Hand cards that a move uses. */
export function handCards(move: Move, view: GameView): string[] {
  const { kind } = move;
  if (kind.case === "discard" || kind.case === "trade") return [kind.value.card];
  const upcard = kind.case === "take" ? (view.deal?.upcard?.card ?? "") : "";
  return without(laidBy(move, view), [upcard]);
}

function tableCards(view: GameView): string[] {
  const own = view.you ? view.seats[view.you.seat] : undefined;
  return (own?.table ?? []).flatMap((meld) => meld.cards);
}

/** The moves that use every selected card; moves without cards are left as they are. */
export function narrowed(
  moves: readonly Move[],
  selected: readonly string[],
  view: GameView,
): Move[] {
  return moves.filter((move) => {
    const kind = move.kind.case;
    if (!kind || !selected.length) return true;
    if (!LAYINGS.includes(kind) && !GIVINGS.includes(kind)) return true;
    return without(selected, handCards(move, view)).length === 0;
  });
}

/** Layouts with most cards first; their order stands where they have equally many. */
export function greatestFirst(moves: readonly Move[]): Move[] {
  const size = (move: Move) => meldsOf(move).reduce((sum, meld) => sum + meld.cards.length, 0);
  return [...moves].sort((one, other) => size(other) - size(one));
}

/** Hand cards worth a mark: those that can be laid, or where nothing can, given up. */
export function usable(moves: readonly Move[], view: GameView): Set<string> {
  const layings = moves.filter(({ kind }) => kind.case && LAYINGS.includes(kind.case));
  return new Set((layings.length ? layings : moves).flatMap((move) => handCards(move, view)));
}

/** The move that gives up a card, if there is one. */
export function givingOf(moves: readonly Move[], card: string): Move | undefined {
  return moves.find(
    ({ kind }) => (kind.case === "discard" || kind.case === "trade") && kind.value.card === card,
  );
}
