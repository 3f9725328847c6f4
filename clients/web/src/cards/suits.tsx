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
          <path d="M33 25c0 14 4 22 10 26" fill="none" stroke="#f3a6a2" stroke-width="5" stroke-linecap="round" />
        </symbol>
        <symbol id="sign-spanish-E" viewBox="0 0 100 100">
          <path d="M50 2l9 12v52H41V14Z" fill="#8fb4d9" stroke="#2c4f7c" stroke-width="4" stroke-linejoin="round" />
          <path d="M50 8v56" stroke="#e9f3fc" stroke-width="4" />
          <path d="M22 64c6 7 16 4 28 4s22 3 28-4l3 8c-8 9-19 7-31 7s-23 2-31-7Z" fill="#f2bd3a" stroke="#9a6a10" stroke-width="3" />
          <path d="M45 78h10v11H45Z" fill="#7b3f1d" />
          <circle cx="50" cy="92" r="7" fill="#f2bd3a" stroke="#9a6a10" stroke-width="3" />
        </symbol>
        <symbol id="sign-spanish-B" viewBox="0 0 100 100">
          <path
            d="M40 96c-2-22-14-52-8-72 3-12 10-20 18-20s15 8 18 20c6 20-6 50-8 72Z"
            fill="#3f8a45"
            stroke="#1f4f2a"
            stroke-width="4"
            stroke-linejoin="round"
          />
          <path
            d="M33 38l-13-9 3 17 11 5M67 52l13-10-2 18-13 6M42 20c5 4 10 4 16 0M44 70c4 3 8 3 12 0"
            fill="#3f8a45"
            stroke="#1f4f2a"
            stroke-width="4"
            stroke-linejoin="round"
            stroke-linecap="round"
          />
          <path d="M43 32c-1 14 1 26 3 34" fill="none" stroke="#9bd08f" stroke-width="5" stroke-linecap="round" />
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
