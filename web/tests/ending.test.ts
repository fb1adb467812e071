import { expect, it } from "vitest";
import { endingOf } from "../src/account/ending";
import type { How } from "../src/account/protocol";

it("calls nobody a loser who has paid nothing", () => {
  const how: How[] = ["self_draw", "loss", "loss", "deal_in"];
  const points = [6, 0, -6, 0];
  expect([0, 1, 2, 3].map((seat) => endingOf({ how, points, seat }))).toEqual(["self_draw", "even", "loss", "deal_in"]);
});
