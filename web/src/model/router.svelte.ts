/** Hash routes: `#/` is the lobby, `#/table/<id>` a table. */

export type Route = { page: "lobby" } | { page: "table"; id: string };

export function parseRoute(hash: string): Route {
  const table = /^#\/table\/([\w-]+)$/.exec(hash);
  return table?.[1] ? { page: "table", id: table[1] } : { page: "lobby" };
}

class Router {
  route = $state.raw<Route>(parseRoute(location.hash));

  constructor() {
    addEventListener("hashchange", () => (this.route = parseRoute(location.hash)));
  }
}

export const router = new Router();

export const toTable = (id: string): void => void (location.hash = `#/table/${id}`);
