// The signs of the suits, drawn once a page and used by reference: each in a square of 100.

export function SuitSigns() {
  return (
    <svg class="signs" width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <symbol id="sign-french-H" viewBox="0 0 100 100">
          <path d="M50 92C22 68 7 51 7 32 7 17 18 8 30 8c9 0 16 5 20 14C54 13 61 8 70 8c12 0 23 9 23 24 0 19-15 36-43 60Z" />
        </symbol>
        <symbol id="sign-french-D" viewBox="0 0 100 100">
          <path d="M50 3c9 19 20 34 35 47-15 13-26 28-35 47-9-19-20-34-35-47C30 37 41 22 50 3Z" />
        </symbol>
        <symbol id="sign-french-S" viewBox="0 0 100 100">
          <path d="M50 5c9 20 42 35 42 58 0 14-11 22-22 22-8 0-13-3-17-9 1 9 5 14 11 19H36c6-5 10-10 11-19-4 6-9 9-17 9C19 85 8 77 8 63 8 40 41 25 50 5Z" />
        </symbol>
        <symbol id="sign-french-C" viewBox="0 0 100 100">
          <path d="M50 5a21 21 0 0 1 16 34.6A21 21 0 1 1 54 73c1 10 4 16 10 22H36c6-6 9-12 10-22a21 21 0 1 1-12-33.4A21 21 0 0 1 50 5Z" />
        </symbol>
        <symbol id="sign-spanish-O" viewBox="0 0 100 100">
          <circle cx="50" cy="50" r="45" fill="#b87a12" />
          <circle cx="50" cy="50" r="41" fill="#f2bd3a" />
          <circle cx="50" cy="50" r="30" fill="none" stroke="#b87a12" stroke-width="4" />
          <path
            d="M50 26l6 15 15-6-6 15 15 0-15 0 6 15-15-6-6 15-6-15-15 6 6-15-15 0 15 0-6-15 15 6Z"
            fill="#c0392b"
          />
          <circle cx="50" cy="50" r="9" fill="#f9e08b" stroke="#b87a12" stroke-width="3" />
        </symbol>
        <symbol id="sign-spanish-C" viewBox="0 0 100 100">
          <path
            d="M18 8h64c2 30-8 46-25 51v16l19 12v7H24v-7l19-12V59C26 54 16 38 18 8Z"
            fill="#c0282d"
            stroke="#7f1418"
            stroke-width="4"
            stroke-linejoin="round"
          />
          <path d="M16 6h68v11H16Z" fill="#f2bd3a" stroke="#9a6a10" stroke-width="3" />
          <path d="M40 62h20v8H40Z" fill="#f2bd3a" stroke="#9a6a10" stroke-width="3" />
          <path
            d="M33 25c0 14 4 22 10 26"
            fill="none"
            stroke="#f3a6a2"
            stroke-width="5"
            stroke-linecap="round"
          />
        </symbol>
        <symbol id="sign-spanish-E" viewBox="0 0 100 100">
          <path
            d="M50 2l9 12v52H41V14Z"
            fill="#8fb4d9"
            stroke="#2c4f7c"
            stroke-width="4"
            stroke-linejoin="round"
          />
          <path d="M50 8v56" stroke="#e9f3fc" stroke-width="4" />
          <path
            d="M22 64c6 7 16 4 28 4s22 3 28-4l3 8c-8 9-19 7-31 7s-23 2-31-7Z"
            fill="#f2bd3a"
            stroke="#9a6a10"
            stroke-width="3"
          />
          <path d="M45 78h10v11H45Z" fill="#7b3f1d" />
          <circle cx="50" cy="92" r="7" fill="#f2bd3a" stroke="#9a6a10" stroke-width="3" />
        </symbol>
        <symbol id="sign-spanish-B" viewBox="0 0 100 100">
          <path
            d="M60 30c10-12 22-12 30-8-4 10-14 16-27 14Z"
            fill="#3f8a45"
            stroke="#1f4f2a"
            stroke-width="3"
          />
          <path
            d="M40 44C32 32 20 30 11 34c3 10 13 17 26 16Z"
            fill="#3f8a45"
            stroke="#1f4f2a"
            stroke-width="3"
          />
          <path
            d="M43 97c-1-16-7-26-8-40-1-9-7-14-5-24C32 17 38 3 51 3s20 11 20 26c0 11-6 15-7 25-1 15-5 27-7 43Z"
            fill="#9a6a33"
            stroke="#4d3114"
            stroke-width="4"
            stroke-linejoin="round"
          />
          <path
            d="M44 14c-4 10-3 18 0 27M50 52c-3 12-1 24 1 36"
            fill="none"
            stroke="#d3a468"
            stroke-width="5"
            stroke-linecap="round"
          />
          <ellipse cx="58" cy="24" rx="6" ry="8" fill="#d9b27a" stroke="#4d3114" stroke-width="3" />
          <ellipse
            cx="45"
            cy="62"
            rx="5"
            ry="6.5"
            fill="#d9b27a"
            stroke="#4d3114"
            stroke-width="3"
          />
        </symbol>
      </defs>
    </svg>
  );
}

/** A suit's sign with its middle at a place of a drawing. */
export function Sign(props: {
  deck: string;
  suit: string;
  x: number;
  y: number;
  size: number;
  turned?: boolean;
}) {
  const { x, y, size, turned } = props;
  return (
    <use
      href={`#sign-${props.deck}-${props.suit}`}
      x={x - size / 2}
      y={y - size / 2}
      width={size}
      height={size}
      transform={turned ? `rotate(180 ${x} ${y})` : undefined}
    />
  );
}
