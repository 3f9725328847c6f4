// Dragging by pointer: finger, pen or mouse. What is dragged follows; where it is let go decides.

export interface Drag {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  /** The place under the pointer, as its element names it. */
  readonly over: string | undefined;
}

const FAR = 6;

/**
 * Follows a pointer from its going down on a piece. Tells `onDrag` where it is, once it has moved far
 * enough to be no click, and `onDrop` where it was let go: undefined where that is nowhere.
 */
export function startDrag(
  event: PointerEvent,
  id: string,
  onDrag: (drag: Drag | undefined) => void,
  onDrop: (id: string, place: string) => void,
): void {
  if (event.button !== 0) return;
  const { clientX, clientY, pointerId } = event;
  let far = false;

  const move = (at: PointerEvent) => {
    if (at.pointerId !== pointerId) return;
    far ||= Math.hypot(at.clientX - clientX, at.clientY - clientY) > FAR;
    if (far) onDrag({ id, x: at.clientX, y: at.clientY, over: placeAt(at) });
  };
  const end = (at: PointerEvent) => {
    if (at.pointerId !== pointerId) return;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    onDrag(undefined);
    if (!far) return;
    // A click that follows at once is none: the piece has been dragged.
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, true));
    const place = at.type === "pointerup" ? placeAt(at) : undefined;
    if (place !== undefined) onDrop(id, place);
  };

  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

function swallow(click: Event): void {
  click.stopPropagation();
}

function placeAt(at: PointerEvent): string | undefined {
  const under = document.elementFromPoint(at.clientX, at.clientY);
  return under?.closest<HTMLElement>("[data-place]")?.dataset.place;
}
