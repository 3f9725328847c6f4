/** What players choose by: moves of a kind, and the first of those that are best. */

import type { Move } from "./gen/conquian/v1/cards_pb.js";

type Kind = NonNullable<Move["kind"]["case"]>;

/** A move that is known to be of some kind. */
export type MoveOf<K extends Kind> = Move & {
  readonly kind: Extract<Move["kind"], { case: K }>;
};

/** The moves of a kind, in the same order. */
export function ofKind<K extends Kind>(moves: readonly Move[], kind: K): MoveOf<K>[] {
  return moves.filter((move): move is MoveOf<K> => move.kind.case === kind);
}

/** The first move of the first kind that there is any of. */
export function firstOf(moves: readonly Move[], kinds: readonly Kind[]): Move | undefined {
  for (const kind of kinds) {
    const found = moves.find((move) => move.kind.case === kind);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** The first of the values with the greatest worth; undefined if there is none. */
export function best<T>(values: readonly T[], worth: (value: T) => number): T | undefined {
  let found: T | undefined;
  let greatest = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    const own = worth(value);
    if (own > greatest) {
      greatest = own;
      found = value;
    }
  }
  return found;
}
