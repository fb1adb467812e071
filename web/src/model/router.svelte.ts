/** Hash routes: `#/` is the lobby; any other page is `#/<page>` or `#/<page>/<id>`, with `?name=value` behind it. */

const PAGES = [
  "lobby",
  "table",
  "watch",
  "room",
  "join",
  "account",
  "statement",
  "records",
  "statistics",
  "leaderboard",
  "rules",
  "scorer",
  "replay",
  "verify",
] as const;
export type Page = (typeof PAGES)[number];

export interface Route {
  page: Page;
  /** What the page is about, "" for nothing. */
  id: string;
  query: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [name, id = ""] = path.split("/", 2);
  const page = PAGES.find((entry) => entry === name) ?? "lobby";
  return { page, id: /^[\w-]*$/.test(id) ? id : "", query: new URLSearchParams(query) };
}

class Router {
  route = $state.raw<Route>(parseRoute(location.hash));

  /** Whether the latest step led from one page to another. */
  moved = false;

  constructor() {
    addEventListener("hashchange", () => {
      const route = parseRoute(location.hash);
      this.moved = route.page !== this.route.page;
      this.route = route;
    });
  }

  /** Go there in place of this page, to which "back" leads no more. */
  replace(page: Page, id = ""): void {
    location.replace(`#/${page}${id && `/${id}`}`);
  }
}

export const router = new Router();

export const toPage = (page: Page, id = ""): void => void (location.hash = `#/${page}${id && `/${id}`}`);
export const toTable = (id: string): void => toPage("table", id);
