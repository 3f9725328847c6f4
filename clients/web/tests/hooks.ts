// Preact's hooks without a page: a test renders again itself, to see what has changed.

const cells: unknown[] = [];
const effects = new Map<number, () => void>();
const due: (() => void)[] = [];
let next = 0;

/** Calls what uses hooks, then its effects. */
export function rendered<T>(render: () => T): T {
  next = 0;
  const found = render();
  for (const effect of due.splice(0)) effect();
  return found;
}

/** Takes away what was rendered. */
export function unmount(): void {
  for (const end of effects.values()) end();
  effects.clear();
  cells.length = 0;
}

export function useState<T>(first: T): [T, (value: T) => void] {
  const at = next++;
  if (!(at in cells)) cells[at] = first;
  const set = (value: T) => {
    cells[at] = value;
  };
  return [cells[at] as T, set];
}

export function useRef<T>(first: T): { current: T } {
  return useState({ current: first })[0];
}

export function useEffect(begin: () => undefined | (() => void), deps: readonly unknown[]): void {
  const at = next++;
  const before = cells[at] as readonly unknown[] | undefined;
  if (before?.every((one, place) => one === deps[place])) return;
  cells[at] = deps;
  due.push(() => {
    effects.get(at)?.();
    effects.set(at, begin() ?? (() => {}));
  });
}
