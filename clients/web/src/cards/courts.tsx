// Jack, queen and king: a half figure, and the same once more on its head.
import { isRed } from "./card.js";
import { Sign } from "./suits.js";

const SKIN = "#f3d3b3";
const GOLD = "#e5ac2e";
const LINE = "#2a2320";

export function Court(props: { rank: string; suit: string }) {
  return (
    <g stroke-linejoin="round" stroke-linecap="round">
      <rect x="25" y="15" width="50" height="110" rx="3" fill="#fdf6e3" />
      <Half {...props} />
      <g transform="rotate(180 50 70)">
        <Half {...props} />
      </g>
      <path d="M25 74 75 66" stroke={GOLD} stroke-width="3" />
      <rect
        x="25"
        y="15"
        width="50"
        height="110"
        rx="3"
        fill="none"
        stroke={LINE}
        stroke-width="1.2"
      />
    </g>
  );
}

function Half({ rank, suit }: { rank: string; suit: string }) {
  const red = isRed(suit);
  const robe = red ? "#b3242e" : "#23406e";
  const trim = red ? "#23406e" : "#b3242e";
  const hair = rank === "K" ? "#8a8178" : red ? "#a8672a" : "#4b3326";
  return (
    <g>
      <path
        d="M25 74V66c2-9 10-13 19-14h12c9 1 17 5 19 14v0Z"
        fill={robe}
        stroke={LINE}
        stroke-width="1.2"
      />
      <path
        d="M33 70c1-6 3-10 6-13M67 67c-1-4-3-7-6-10"
        stroke={trim}
        stroke-width="3.5"
        fill="none"
      />
      <path d="M41 52l9 15 9-15Z" fill={GOLD} stroke={LINE} stroke-width="1" />
      <path d="M46 46h8v8c-2 3-6 3-8 0Z" fill={SKIN} />
      <Hair rank={rank} colour={hair} />
      <path
        d="M41 35c0-7 4-10 9-10s9 3 9 10c0 8-4 14-9 14s-9-6-9-14Z"
        fill={SKIN}
        stroke={LINE}
        stroke-width="1"
      />
      <path d="M45.5 35.5h.1M54.5 35.5h.1" stroke={LINE} stroke-width="2.2" />
      <path d="M50 36v4l-1.5 1" fill="none" stroke="#b98a66" stroke-width="1" />
      {rank === "K" ? (
        <path
          d="M41.5 39c1 3 4 4 8.5 2.5 4.5 1.5 7.5.5 8.5-2.5 0 8-4 13-8.5 13s-8.5-5-8.5-13Z"
          fill={hair}
        />
      ) : (
        <path d="M47 44c2 1.2 4 1.2 6 0" fill="none" stroke="#a3372f" stroke-width="1.5" />
      )}
      <Headgear rank={rank} robe={robe} trim={trim} />
      <g class={red ? "red" : "black"}>
        <Sign deck="french" suit={suit} x={33} y={24} size={12} />
      </g>
    </g>
  );
}

function Hair({ rank, colour }: { rank: string; colour: string }) {
  const path = {
    J: "M38 33c0-8 5-11 12-11s12 3 12 11v10c-2 2-4 2-5 1V32H43v12c-1 1-3 1-5-1Z",
    Q: "M37 34c0-9 5-13 13-13s13 4 13 13c0 7 3 12 2 18-4 1-7 0-8-2V33H43v17c-1 2-4 3-8 2-1-6 2-11 2-18Z",
    K: "M39 33c0-8 4-10 11-10s11 2 11 10v8l-3 1V32H42v10l-3-1Z",
  }[rank];
  return <path d={path} fill={colour} stroke={LINE} stroke-width=".8" />;
}

function Headgear({ rank, robe, trim }: { rank: string; robe: string; trim: string }) {
  if (rank === "J")
    return (
      <g stroke={LINE} stroke-width="1">
        <path d="M38 29c0-7 5-10 12-10 8 0 13 3 13 9l-6 1Z" fill={trim} />
        <path d="M58 24c6-5 11-5 14-2-5 0-8 3-11 7Z" fill={GOLD} />
      </g>
    );
  if (rank === "Q")
    return (
      <g stroke={LINE} stroke-width="1">
        <path d="M40 28l-1-8 5 4 3-6 3-0 3 6 5-4 2 8c-5-2-15-2-20 0Z" fill={GOLD} />
        <circle cx="50" cy="17.5" r="2" fill={robe} />
      </g>
    );
  return (
    <g stroke={LINE} stroke-width="1">
      <path d="M39 29l-2-12 7 5 6-7 6 7 7-5-2 12c-6-2-16-2-22 0Z" fill={GOLD} />
      <path d="M41 27c6-1.6 12-1.6 18 0" fill="none" stroke={robe} stroke-width="2" />
    </g>
  );
}
