// Whether the reader goes about by keyboard just now: only then is the focus moved for him. And a
// key that is held presses one button, not each that comes under the focus meanwhile.

let byKeys = false;

addEventListener(
  "keydown",
  (event) => {
    byKeys = true;
    if (event.repeat && event.key === "Enter" && event.target instanceof HTMLButtonElement) {
      event.preventDefault();
      event.stopPropagation();
    }
  },
  { capture: true },
);
addEventListener(
  "pointerdown",
  () => {
    byKeys = false;
  },
  { capture: true },
);

/** Focuses an element for who goes by keyboard and has lost the button he stood on. */
export function focusIfLost(element: HTMLElement | null | undefined): void {
  const active = document.activeElement;
  if (byKeys && (active === null || active === document.body)) element?.focus();
}
