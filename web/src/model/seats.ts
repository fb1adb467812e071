/** Where seats are on the screen: the viewer at the bottom, play going round against the clock. */

export type Side = "bottom" | "right" | "top" | "left";

const SIDES: Record<number, Side[]> = {
  2: ["bottom", "top"],
  3: ["bottom", "right", "left"],
  4: ["bottom", "right", "top", "left"],
};

/** Seats from the viewer's next one on are 1, 2, 3; a spectator looks over the shoulder of seat 0. */
export function relative(seat: number, viewer: number, seats: number): number {
  return (seat - Math.max(viewer, 0) + seats) % seats;
}

export function sideOf(seat: number, viewer: number, seats: number): Side {
  return SIDES[seats]?.[relative(seat, viewer, seats)] ?? "bottom";
}

/** Id of what a viewer who sits at the table calls a seat: `self`, `next` (下家), `across` (对家), `previous` (上家). */
export function positionId(seat: number, viewer: number, seats: number): string {
  const names = seats === 2 ? ["self", "across"] : seats === 3 ? ["self", "next", "previous"] : ["self", "next", "across", "previous"];
  return names[relative(seat, viewer, seats)] ?? "self";
}
