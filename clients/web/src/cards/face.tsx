// A card's face and back as drawings of 100 by 140. They are pictures only: whoever shows one
// says beside it what it is.
import { type Deck, type Face, indexOf, isRed, readCard } from "./card.js";
import { Court } from "./courts.js";
import { pipsOf } from "./pips.js";
import { SpanishCourt } from "./spanish.js";
import { Sign } from "./suits.js";

/** A face; `small` has a great index and one sign, to be read at the size of a thumbnail. */
export function CardFace(props: { card: string; deck: Deck; small?: boolean }) {
  const face = readCard(props.card);
  const shown = face.standsFor ?? face;
  const tone = face.joker
    ? "joker"
    : props.deck === "spanish"
      ? `oro ${shown.suit}`
      : isRed(shown.suit)
        ? "red"
        : "black";
  return (
    <svg class={`face ${tone}`} viewBox="0 0 100 140" aria-hidden="true" focusable="false">
      <rect class="paper" x=".75" y=".75" width="98.5" height="138.5" rx="9" />
      {face.joker ? (
        <Joker face={face} deck={props.deck} />
      ) : props.small ? (
        <Small face={face} deck={props.deck} />
      ) : (
        <Whole face={face} deck={props.deck} />
      )}
    </svg>
  );
}

function Corner({ face, deck, bare }: { face: Face; deck: Deck; bare?: boolean }) {
  const index = indexOf(face.rank);
  // Spanish cards have a frame to stay within.
  const x = deck === "spanish" ? 17 : 14;
  return (
    <g>
      <text class="index" x={x} y={x + 14} font-size={index.length > 1 ? 23 : 27}>
        {index}
      </text>
      {!bare && <Sign deck={deck} suit={face.suit} x={x} y={x + 27} size={17} />}
    </g>
  );
}

function Small({ face, deck }: { face: Face; deck: Deck }) {
  const index = indexOf(face.rank);
  return (
    <g>
      <text class="index" x="27" y="45" font-size={index.length > 1 ? 40 : 50}>
        {index}
      </text>
      <Sign deck={deck} suit={face.suit} x={27} y={70} size={32} />
      <Sign deck={deck} suit={face.suit} x={64} y={104} size={56} />
    </g>
  );
}

function Whole({ face, deck }: { face: Face; deck: Deck }) {
  const count = face.rank === "A" ? 1 : face.rank === "T" ? 10 : Number(face.rank);
  const spanish = deck === "spanish";
  return (
    <g>
      {spanish && <Frame suit={face.suit} />}
      {count ? (
        pipsOf(count, spanish ? "upright" : "turned").map((pip) => (
          <Sign key={`${pip.x}.${pip.y}`} deck={deck} suit={face.suit} {...pip} />
        ))
      ) : spanish ? (
        <SpanishCourt rank={face.rank} suit={face.suit} />
      ) : (
        <Court rank={face.rank} suit={face.suit} />
      )}
      <Corner face={face} deck={deck} />
      {(count > 0 || !spanish) && (
        <g transform="rotate(180 50 70)">
          <Corner face={face} deck={deck} bare={spanish} />
        </g>
      )}
    </g>
  );
}

const BREAKS: Record<string, readonly number[]> = { O: [], C: [50], E: [42, 58], B: [36, 50, 64] };

/** The frame of Spanish cards, whose breaks at top and bottom tell the suit (la pinta). */
function Frame({ suit }: { suit: string }) {
  return (
    <g>
      <rect class="frame" x="6" y="6" width="88" height="128" rx="4" />
      {(BREAKS[suit] ?? []).map((x) => (
        <path key={x} class="break" d={`M${x - 3} 6h6M${x - 3} 134h6`} />
      ))}
    </g>
  );
}

function Joker({ face, deck }: { face: Face; deck: Deck }) {
  const meant = face.standsFor;
  return (
    <g>
      <text class="index" x="14" y="27" font-size="24">
        ★
      </text>
      <path
        d="M30 74c-2-22 2-36 20-36s22 14 20 36c-12 6-28 6-40 0Z"
        fill="#f3d3b3"
        stroke="#2a2320"
      />
      <path
        d="M27 56c-8-4-14-14-10-26 8 2 14 8 18 14 2-12 7-20 15-24 8 4 13 12 15 24 4-6 10-12 18-14 4 12-2 22-10 26-14-8-32-8-46 0Z"
        fill="#6d3fa0"
        stroke="#2a2320"
      />
      <circle cx="17" cy="30" r="4" fill="#f2bd3a" />
      <circle cx="50" cy="20" r="4" fill="#f2bd3a" />
      <circle cx="83" cy="30" r="4" fill="#f2bd3a" />
      <path d="M42 62h.1M58 62h.1" stroke="#2a2320" stroke-width="4" stroke-linecap="round" />
      <path
        d="M41 69c6 5 12 5 18 0"
        fill="none"
        stroke="#a3372f"
        stroke-width="2.5"
        stroke-linecap="round"
      />
      {meant && (
        <g class={isRed(meant.suit) ? "red" : "black"}>
          <text class="index" x="40" y="122" font-size="34">
            {indexOf(meant.rank)}
          </text>
          <Sign deck={deck} suit={meant.suit} x={68} y={111} size={28} />
        </g>
      )}
      {face.moved && <path d="M30 90h40" stroke="#6d3fa0" stroke-width="4" />}
    </g>
  );
}

/** The back that all cards share. */
export function CardBack() {
  return (
    <svg class="face back" viewBox="0 0 100 140" aria-hidden="true" focusable="false">
      <rect class="paper" x=".75" y=".75" width="98.5" height="138.5" rx="9" />
      <rect class="ground" x="7" y="7" width="86" height="126" rx="5" />
      <path
        class="lattice"
        d="M7 28 28 7M7 56 56 7M7 84 84 7M7 112 93 26M14 133 93 54M42 133 93 82M70 133 93 110M93 28 72 7M93 56 44 7M93 84 16 7M93 112 7 26M86 133 7 54M58 133 7 82M30 133 7 110"
      />
      <circle class="paper" cx="50" cy="70" r="17" />
      <circle class="ground" cx="50" cy="70" r="13.5" />
      <path class="star" d="M50 59l3 8 8 3-8 3-3 8-3-8-8-3 8-3Z" />
    </svg>
  );
}
