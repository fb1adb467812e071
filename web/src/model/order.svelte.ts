import { moved } from "./hand";

/** How the player has laid his own hand in a deal; empty where he leaves that to the client. Kept until the tab is closed. */
export class HandOrder {
  tiles = $state.raw<readonly number[]>([]);
  #deal = -1;

  constructor(private readonly key: string) {}

  /** Another deal begins sorted; a page that is loaded again in the same deal finds what was laid. */
  begin(deal: number): void {
    if (deal === this.#deal) return;
    this.#deal = deal;
    this.tiles = remembered(sessionStorage.getItem(this.key), deal);
  }

  /** Lay a tile at another place among those that lie there now. */
  move(now: readonly number[], tile: number, to: number): void {
    this.#keep(moved(now, tile, to));
  }

  sort(): void {
    this.#keep([]);
  }

  #keep(tiles: readonly number[]): void {
    this.tiles = tiles;
    sessionStorage.setItem(this.key, JSON.stringify([this.#deal, ...tiles]));
  }
}

function remembered(kept: string | null, deal: number): number[] {
  const [of, ...tiles] = JSON.parse(kept ?? "[]") as number[];
  return of === deal ? tiles : [];
}
