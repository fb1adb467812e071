import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Route } from "../src/model/router.svelte";

describe("a route", () => {
  let parse: (hash: string) => Route;

  beforeAll(async () => {
    vi.stubGlobal("location", { hash: "" });
    vi.stubGlobal("addEventListener", () => undefined);
    ({ parseRoute: parse } = await import("../src/model/router.svelte"));
  });

  it("is a page and what it is about", () => {
    expect(parse("#/table/Ab_c-9")).toMatchObject({ page: "table", id: "Ab_c-9" });
    expect(parse("#/account")).toMatchObject({ page: "account", id: "" });
    expect(parse("#/records?page=2").query.get("page")).toBe("2");
  });

  it("leads to the lobby from anywhere else", () => {
    for (const hash of ["", "#", "#/", "#/nowhere/3", "#//table"]) expect(parse(hash).page).toBe("lobby");
  });

  it("is about nothing where the id cannot be one", () => {
    expect(parse("#/table/<script>")).toMatchObject({ page: "table", id: "" });
  });
});
