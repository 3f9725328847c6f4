// Sota, caballo and rey: whole figures that hold up the sign of their suit.
import { Sign } from "./suits.js";

const SKIN = "#f0cda9";
const LINE = "#2a2320";
const GOLD = "#f2bd3a";

const CLOTH: Record<string, readonly [string, string]> = {
  O: ["#c78a16", "#2c5f8a"],
  C: ["#b8282d", "#2f6f4f"],
  E: ["#2f5c93", "#b8282d"],
  B: ["#3b7d42", "#b87a12"],
};

export function SpanishCourt({ rank, suit }: { rank: string; suit: string }) {
  const [cloth, trim] = CLOTH[suit] ?? ["#555", "#999"];
  const Figure = { S: Sota, C: Caballo, R: Rey }[rank] ?? Rey;
  return (
    <g stroke={LINE} stroke-width="1.2" stroke-linejoin="round" stroke-linecap="round">
      <path d="M18 122h64" stroke="#c9b58c" stroke-width="3" />
      <Figure cloth={cloth} trim={trim} />
      <g stroke="none">
        <Sign deck="spanish" suit={suit} x={72} y={33} size={26} />
      </g>
    </g>
  );
}

interface Dress {
  cloth: string;
  trim: string;
}

function Head({ x, y }: { x: number; y: number }) {
  return (
    <g>
      <path d={`M${x - 8} ${y - 2}c0-7 3-9 8-9s8 2 8 9-3 12-8 12-8-5-8-12Z`} fill={SKIN} />
      <path d={`M${x - 3} ${y - 1}h.1M${x + 4} ${y - 1}h.1`} stroke-width="2" />
      <path d={`M${x - 2} ${y + 5}c1.5 1 3 1 4.5 0`} fill="none" stroke="#a3372f" />
    </g>
  );
}

/** A page on foot. */
function Sota({ cloth, trim }: Dress) {
  return (
    <g>
      <path d="M41 92l-3 28h-6M53 92l3 28h7" fill="none" stroke={trim} stroke-width="7" />
      <path d="M60 62l14-14" stroke={cloth} stroke-width="8" />
      <path d="M35 58c6-3 18-3 25 0l6 38c-11 4-26 4-36 0Z" fill={cloth} />
      <path d="M34 74c8 3 20 3 28 0l1 5c-9 3-21 3-30 0Z" fill={GOLD} />
      <path d="M42 57h11l-5 12Z" fill={trim} />
      <path d="M36 61c-8 6-9 16-7 24" fill="none" stroke={cloth} stroke-width="7" />
      <path d="M39 39c-3 7-3 12-1 17h19c2-6 2-11 0-17Z" fill="#6b4423" />
      <Head x={48} y={45} />
      <path d="M33 38c2-9 8-13 15-13s14 4 16 12c-9-3-21-3-31 1Z" fill={trim} />
      <path d="M36 30c-7-6-10-4-12 0 4 0 8 2 11 5Z" fill={GOLD} />
    </g>
  );
}

/** A rider. */
function Caballo({ cloth, trim }: Dress) {
  return (
    <g>
      <path d="M72 88c10 2 12 12 9 24" fill="none" stroke="#5d4229" stroke-width="5" />
      <path
        d="M37 98l-3 22M47 102l2 18M66 100l-2 20M73 98l4 22"
        stroke="#9a7048"
        stroke-width="6"
      />
      <path
        d="M34 76c10-4 32-4 41 2 4 8 3 18-2 24-11 4-28 4-38 0-6-4-8-14-8-22l-6 6-9-2c0-9 6-20 15-25l2-7 5 6c6 4 6 12 0 18Z"
        fill="#b98a5a"
      />
      <path d="M31 58c6 3 8 10 6 18" fill="none" stroke="#5d4229" stroke-width="4" />
      <path d="M21 71h.1" stroke-width="2.5" />
      <path d="M15 79c8 2 18 0 34-9" fill="none" stroke={trim} />
      <path d="M47 82c8-3 15-3 22 0l2 10c-8 3-18 3-26 0Z" fill={trim} />
      <path d="M54 80l-3 22h-7" fill="none" stroke={cloth} stroke-width="7" />
      <path d="M62 60l10-14" stroke={cloth} stroke-width="7" />
      <path d="M46 56c5-3 13-3 18 0l4 27c-7 3-18 3-24 0Z" fill={cloth} />
      <path d="M48 62l-9 11" stroke={cloth} stroke-width="6" />
      <Head x={54} y={43} />
      <path d="M42 37c2-9 7-12 13-12s10 3 12 10c-8-2-16-2-25 2Z" fill={trim} />
      <path d="M46 28c-8-3-12 1-13 6 4-1 8-1 12 1Z" fill={GOLD} />
    </g>
  );
}

/** A king in a long robe. */
function Rey({ cloth, trim }: Dress) {
  return (
    <g>
      <path d="M62 64l12-16" stroke={cloth} stroke-width="9" />
      <path d="M32 60c8-4 24-4 31 0l10 60H22Z" fill={cloth} />
      <path d="M41 58h13l5 62H36Z" fill={trim} />
      <path d="M41 58l-5 62h-6l7-60ZM54 58l5 62h6l-8-60Z" fill="#fbf3e0" />
      <path d="M37 75h.1M35 90h.1M33 105h.1M58 75h.1M60 90h.1M62 105h.1" stroke-width="2.2" />
      <path d="M33 64c-8 8-8 18-3 24l14 2" fill="none" stroke={cloth} stroke-width="8" />
      <Head x={47} y={43} />
      <path
        d="M38.5 46c2 4 5 4 8.5 2.5 3.5 1.5 6.5 1.5 8.5-2.5 1 10-3 17-8.5 17s-9.5-7-8.5-17Z"
        fill="#cfc6b8"
      />
      <path d="M36 36l-2-13 7 5 6-8 6 8 7-5-2 13c-7-2-15-2-22 0Z" fill={GOLD} />
      <path d="M38 33c6-1.6 12-1.6 18 0" fill="none" stroke={trim} stroke-width="2" />
    </g>
  );
}
