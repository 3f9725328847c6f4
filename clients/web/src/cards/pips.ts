// Where the pips of a number card stand, in a card of 100 by 140.

export interface Pip {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** Whether it stands on its head, as in the lower half of French cards. */
  readonly turned: boolean;
}

const LEFT = 37;
const MID = 50;
const RIGHT = 63;
const MIDDLE = 70;
type Spot = readonly [x: number, y: number];

const pair = (y: number): Spot[] => [
  [LEFT, y],
  [RIGHT, y],
];

const SPOTS: Record<number, readonly Spot[]> = {
  2: [
    [MID, 34],
    [MID, 106],
  ],
  3: [
    [MID, 32],
    [MID, 70],
    [MID, 108],
  ],
  4: [...pair(38), ...pair(102)],
  5: [...pair(36), [MID, 70], ...pair(104)],
  6: [...pair(34), ...pair(70), ...pair(106)],
  7: [...pair(32), [MID, 51], ...pair(70), ...pair(108)],
  8: [...pair(32), [MID, 51], ...pair(70), [MID, 89], ...pair(108)],
  9: [...pair(29), ...pair(56), [MID, 70], ...pair(84), ...pair(111)],
  10: [...pair(29), [MID, 42.5], ...pair(56), ...pair(84), [MID, 97.5], ...pair(111)],
};

/** The pips of a card with so many of them; one is the great pip of an ace. */
export function pipsOf(count: number, heads: "turned" | "upright"): Pip[] {
  if (count === 1)
    return [{ x: MID, y: MIDDLE, size: heads === "upright" ? 62 : 46, turned: false }];
  const size = count > 6 ? 18 : count > 3 ? 21 : 25;
  const spots = SPOTS[count] ?? [];
  // Signs of Spanish suits are slimmer than their squares, so they may be greater; they keep to
  // the right of the index and within the frame.
  if (heads === "upright")
    return spots.map(([x, y]) => ({
      x: x + 4 + (x - MID) * 0.1,
      y: MIDDLE + (y - MIDDLE) * 0.92,
      size: size * 1.18,
      turned: false,
    }));
  return spots.map(([x, y]) => ({ x, y, size, turned: y > MIDDLE }));
}
