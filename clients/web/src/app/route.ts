// Where the page is: `#game=ID`, and at private tables `&invite=TOKEN`. All of it is in the
// fragment, which a browser sends to nobody.
import { signal } from "@preact/signals";

export interface Route {
  readonly gameId?: string;
  readonly invite?: string;
}

/** Reads a fragment, with or without its `#`. */
export function readRoute(fragment: string): Route {
  const named = new URLSearchParams(fragment.replace(/^#/, ""));
  const gameId = named.get("game");
  if (!gameId || !/^[A-Za-z0-9_-]{1,64}$/.test(gameId)) return {};
  const invite = named.get("invite");
  return invite ? { gameId, invite } : { gameId };
}

/** The fragment of a route. */
export function fragmentOf(route: Route): string {
  if (!route.gameId) return "";
  return `#game=${route.gameId}${route.invite ? `&invite=${route.invite}` : ""}`;
}

export const route = signal<Route>(readRoute(location.hash));

addEventListener("hashchange", () => {
  route.value = readRoute(location.hash);
});

/** A link to a table, to hand to somebody. */
export function linkTo(to: Route): string {
  return `${location.origin}${location.pathname}${fragmentOf(to)}`;
}

/** Goes to a table, or without one to the lobby. */
export function go(to: Route): void {
  if (to.gameId) {
    location.hash = fragmentOf(to);
  } else {
    history.pushState(null, "", location.pathname);
    route.value = {};
  }
  scrollTo(0, 0);
}

addEventListener("popstate", () => {
  route.value = readRoute(location.hash);
});
