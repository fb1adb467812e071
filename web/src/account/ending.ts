import type { DealRecord, How } from "./protocol";

/** What a deal was for the player: who neither won nor paid has not lost when others did. */
export function endingOf({ how, points, seat }: Pick<DealRecord, "how" | "points" | "seat">): How | "even" | undefined {
  return how[seat] === "loss" && points[seat] === 0 ? "even" : how[seat];
}
