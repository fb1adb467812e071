import { describe, expect, it } from "vitest";
import { bannerOf, callOf } from "../src/model/calls";
import type { Catalogue } from "../src/model/catalogue";
import { marksByKind } from "../src/model/marks";
import { actionText, markedTileText, narrate, pointsText, seatName, signed, type Outlook } from "../src/model/narrate";
import { entriesOf } from "../src/model/log";
import { changed, defaults, parseValue } from "../src/model/options";
import type { GameEvent, Meld, OptionRow, Winner } from "../src/model/protocol";
import { feeNote, readFormula, readHand, standings } from "../src/model/sheet";
import { chinese, english, source } from "./texts";

const at: Outlook = { variant: "", viewer: 0, seats: 4 };
const say = (event: GameEvent): string | null => narrate(chinese, at, event);

const winner: Winner = {
  seat: 2,
  by: "discard",
  tiles: [17],
  source: 1,
  hand: [],
  score: {
    points: 1,
    elements: [],
    reading: {
      shape: "standard",
      groups: [
        { shape: "pung", kinds: [4, 4, 4], melded: true },
        { shape: "chow", kinds: [3, 4, 5] },
        { shape: "pair", kinds: [4, 4] },
      ],
    },
  },
};

describe("the log", () => {
  it("says who did what with which tiles", () => {
    expect(say({ type: "discard", seat: 2, tile: 16 })).toBe("对家打出 五万");
    expect(say({ type: "chow", seat: 1, tiles: [20, 12], claimed: 16, source: 0 })).toBe("下家吃 四万 五万 六万（我的牌）");
    expect(say({ type: "pung", seat: 1, tiles: [17, 18], claimed: 16, source: 0 })).toBe("下家碰 五万（我的牌）");
    expect(say({ type: "dice", seat: 3, dice: [3, 4] })).toBe("上家掷骰 3 4");
    expect(say({ type: "exhausted" })).toBe("流局");
    expect(say({ type: "win", wins: [winner] })).toBe("对家胡 五万（下家的牌）");
    expect(say({ type: "settle", payments: [0, -2, 2, 0] })).toBe("结算：我 0，下家 −2，对家 +2，上家 0");
    expect(say({ type: "deal", values: [1, 2, 1, 4] })).toBe("发牌：我 1，下家 2，对家 1，上家 4");
    expect(say({ type: "start", number: 2, dealer: 1 })).toBe("第 3 局，下家坐庄");
    expect(narrate(chinese, { ...at, viewer: -1 }, { type: "discard", seat: 2, tile: 16 })).toBe("3号座打出 五万");
  });

  it("has verbs that go with the person, where a language has such", () => {
    const tell = (event: GameEvent, variant = "", viewer = 0): string | null => narrate(english, { variant, viewer, seats: 4 }, event);
    expect(tell({ type: "draw", seat: 0, tile: 16 })).toBe("You draw 5 characters");
    expect(tell({ type: "discard", seat: 1, tile: 16 })).toBe("Right discards 5 characters");
    expect(tell({ type: "discard", seat: 0, tile: 16 }, "", -1)).toBe("Seat 1 discards 5 characters");
    expect(tell({ type: "pung", seat: 1, tiles: [17, 18], claimed: 16, source: 0 })).toBe("Right pungs 5 characters from you");
    expect(tell({ type: "pung", seat: 0, tiles: [17, 18], claimed: 16, source: 3 })).toBe("You pung 5 characters from Left");
    expect(tell({ type: "dice", seat: 3, dice: [3, 4] })).toBe("Left throws 3, 4");
    expect(tell({ type: "win", wins: [winner] })).toBe("Across wins on 5 characters from Right");
    expect(tell({ type: "settle", payments: [0, -2, 2, 0] })).toBe("Payments: You: 0, Right: −2, Across: +2, Left: 0");
  });

  it("tells less where tiles are hidden, and which of several was picked", () => {
    const tell = (event: GameEvent): (string | null)[] => [english, chinese].map((texts) => narrate(texts, { ...at, variant: "guobiao" }, event));
    expect(tell({ type: "fish", seat: 3, place: 2, kinds: [31, 0, 4, 9], hit: true })).toEqual([
      "Left gets 1 character, out of 1 character, 5 characters, 1 dot, Red",
      "上家选到 一万，四张是 一万 五万 一筒 红中",
    ]);
    expect(tell({ type: "peek", seat: 0, target: 1, hand: [], melds: [] })).toEqual(["You look at the hand of: Right", "我看下家的牌"]);
    const frenzy = { variant: "two_player_frenzy", viewer: 0, seats: 2 };
    const look = (tile: number, seat: number): string | null => narrate(english, frenzy, { type: "treasure_look", seat, tile });
    expect([look(64, 0), look(-1, 1)]).toEqual(["You look at the treasure: 8 dots", "Across looks at the treasure"]);
  });

  it("says nothing of what is hidden, secret or unknown", () => {
    expect(say({ type: "draw", seat: 1, tile: -1 })).toBeNull();
    expect(say({ type: "answered", seat: 0 })).toBeNull();
    expect(say({ type: "no_such_event", seat: 0 })).toBeNull();
  });
});

describe("lines of the log", () => {
  const view = { centre: [{ id: "birds", tiles: [8, 53], seats: [1, 0] }] };

  it("name the seats that tiles belong to", () => {
    const [entry] = entriesOf([{ type: "birds", tiles: [8, 53] }], view, 5);
    expect(entry).toMatchObject({ id: 5, hits: [1, 0] });
    expect(narrate(chinese, { ...at, variant: "changsha" }, entry!.event, entry!.hits)).toBe("扎鸟：三万（下家） 五筒（我）");
  });

  it("say once that somebody is ready and what he throws", () => {
    const throws = { seat: 2, tile: 16 };
    const events = [{ type: "ready", ...throws }, { type: "discard", ...throws }, { type: "draw", seat: 2, tile: 16 }, { type: "discard", ...throws }];
    expect(entriesOf(events, view, 1).map((entry) => entry.told ?? false)).toEqual([false, true, false, false]);
  });

  it("name what is declared", () => {
    const opening = { type: "opening", seat: 3, elements: ["missing_suit"], tiles: [0] };
    const own = source({ element: { missing_suit: "缺一色" }, told: { opening: "{who}起手胡 {tiles}" }, ui: { between_tiles: " ", tile: { "1m": "一万" }, position: { previous: "上家" } } });
    expect(narrate(own, at, opening)).toBe("上家起手胡 缺一色 一万");
  });
});

describe("names", () => {
  it("of bots are those of their seats", () => {
    const info = { names: ["小方", "greedy", "小圆", "greedy"], bots: [false, true, false, true] };
    expect([0, 1, 2, 3].map((seat) => seatName(chinese, info, seat))).toEqual(["小方", "机器人·乙", "小圆", "机器人·丁"]);
  });
});

describe("calls", () => {
  it("are the word of the action, and of the win", () => {
    expect(callOf(chinese, "", { type: "pung", seat: 1 })).toEqual([{ seat: 1, text: "碰" }]);
    expect(callOf(chinese, "", { type: "win", wins: [winner] })).toEqual([{ seat: 2, text: "胡牌" }]);
    expect(callOf(chinese, "", { type: "discard", seat: 1, tile: 3 })).toEqual([]);
  });
});

describe("a game's own words", () => {
  const texts = source({
    action: { raise: "加到 {number}", raise_1: "不加", look: "看{who}" },
    event: { special: "开特色", look: "看一看", row: "马牌", shown: "亮马" },
    special: { horses: "万马" },
    special_note: { horses: "押马" },
    mark: { stand_in: "代" },
    ui: {
      marked: "{tile}（{mark}）",
      banner: { split: "分张", win_bonus: "加 {value}", look_own: "只有你看得到", swap_own: "换到" },
      position: { self: "我", next: "下家", across: "对家", previous: "上家" },
      between: "，",
      log: { happened: "{what} {tiles}", plain: "{what}", amount: "{who} {amount}" },
      between_tiles: " ",
      tile: { C: "红中", "1p": "一筒" },
    },
  } as Catalogue);

  it("may be of one thing of several", () => {
    expect(actionText(texts, at, "raise", 1)).toBe("不加");
    expect(actionText(texts, at, "raise", 2)).toBe("加到 2");
    expect(actionText(texts, at, "look", 1)).toBe("看下家");
    expect(narrate(texts, at, { type: "special", special: "horses" })).toBe("万马");
    expect(narrate(texts, at, { type: "special", special: "other" })).toBe("开特色");
  });

  it("tell kinds that an event is about, and what every seat has chosen", () => {
    expect(narrate(texts, at, { type: "row", kinds: [31, 9] })).toBe("马牌 一筒 红中");
    expect(narrate(texts, at, { type: "shown", picks: [[], [9, 31], null, [31]] })).toBe("亮马 下家 一筒 红中，上家 红中");
  });

  it("are written across the table where the deal takes a turn", () => {
    expect(bannerOf(texts, "", { type: "special", special: "horses" })).toEqual({ text: "万马", note: "押马", kinds: [] });
    expect(bannerOf(texts, "", { type: "split", seat: 0 })).toEqual({ text: "分张", kinds: [] });
    expect(bannerOf(texts, "", { type: "draw" })).toBeNull();
  });

  it("tell what a win brings to light, beside its call", () => {
    const score = { points: 40, elements: [{ id: "plain", value: 2 }, { id: "bonus", value: 38 }], reading: { shape: "standard", groups: [] } };
    const win = { type: "win", wins: [{ seat: 0, by: "discard", tiles: [0], score, hand: [] }] };
    expect(bannerOf(texts, "", win)).toEqual({ text: "加 38", kinds: [] });
    expect(callOf(texts, "", win)).toHaveLength(1);
    score.elements.pop();
    expect(bannerOf(texts, "", win)).toBeNull();
  });

  it("are written otherwise for the one whom they concern, with what he alone sees", () => {
    const look = { type: "look", seat: 1, tile: 36 };
    expect(bannerOf(texts, "", look, 1)).toEqual({ text: "只有你看得到", kinds: [9] });
    expect(callOf(texts, "", look, 1)).toEqual([]);
    expect(bannerOf(texts, "", { ...look, tile: -1 }, 0)).toBeNull();
    // The word of a button that has an amount is nothing to be called.
    expect(callOf(texts, "", { ...look, tile: -1 }, 0)).toEqual([{ seat: 1, text: "看一看" }]);
    expect(bannerOf(texts, "", { type: "swap", received: [[-1], [36, 40]] }, 1)).toEqual({ text: "换到", kinds: [9, 10] });
    expect(bannerOf(texts, "", { type: "swap", received: [[], [-1]] }, 0)).toBeNull();
  });

  it("say what a tile means", () => {
    const marks = marksByKind([{ id: "stand_in", kinds: [31], as: 9 }]);
    expect(markedTileText(texts, "", marks, 31)).toBe("红中（代 一筒）");
    expect(markedTileText(texts, "", marks, 9)).toBe("一筒");
  });
});

describe("the score sheet", () => {
  it("marks the winning tile once, in what was concealed", () => {
    const marks = readHand(winner).map((group) => group.tiles.map((tile) => tile.winning));
    expect(marks).toEqual([
      [false, false, false],
      [false, true, false],
      [false, false],
    ]);
  });

  const meld: Meld = { shape: "kong", tiles: [16, 17, 18, 19], claimed: 19, source: 1 };

  it("calls melds as they were made, and adds those that the reading leaves out", () => {
    const single: Meld = { shape: "single_kong", tiles: [128], claimed: -1, source: -1 };
    const shapes = readHand(winner, [single, meld]).map((group) => group.shape);
    expect(shapes).toEqual(["kong", "chow", "pair", "single_kong"]);
  });

  it("takes no single kong for the set of its kind", () => {
    const single: Meld = { shape: "single_kong", tiles: [16], claimed: -1, source: -1 };
    const pung: Meld = { shape: "pung", tiles: [17, 18, 19], claimed: 19, source: 1 };
    const read = readHand(winner, [single, pung]);
    expect(read.map((group) => group.shape)).toEqual(["pung", "chow", "pair", "single_kong"]);
    expect(read.at(-1)?.tiles.map((tile) => tile.kind)).toEqual([4]);
  });

  it("knows tiles that stand for others, and the winning one by what it is read as", () => {
    const pair = { shape: "pair", kinds: [5, 5], wilds: [5] };
    const score = { ...winner.score, reading: { shape: "standard", groups: [pair] } };
    expect(readHand({ ...winner, score, tiles: [108] })[0]?.tiles).toEqual([
      { kind: 5, winning: false, wild: false },
      { kind: 5, winning: true, wild: true },
    ]);
    const marks = marksByKind([{ id: "stand_in", kinds: [31], as: 5 }]);
    expect(readHand({ ...winner, score, tiles: [124] }, [], marks)[0]?.tiles[0]?.winning).toBe(true);
  });

  it("writes sums as by hand, each number with its name", () => {
    const written = readFormula("(6+1)*2^12-3", ["points", "dealer", "birds", "allowed"]);
    expect(written.map((part) => part.text).join("")).toBe("(6+1)×2¹²−3");
    expect(written.filter((part) => part.term).map((part) => [part.text, part.term])).toEqual([
      ["6", "points"],
      ["1", "dealer"],
      ["2¹²", "birds"],
      ["3", "allowed"],
    ]);
    expect(readFormula("8", [])).toEqual([{ text: "8" }]);
    expect([signed(3), signed(-3), signed(0)]).toEqual(["+3", "−3", "0"]);
  });

  it("counts one point as one, and a game's own unit as it is", () => {
    const texts = source({ ui: { points: "{points} {points:pt|pts}" }, games: { own: { ui: { points: "{points} fan" } } } });
    expect([1, 2].map((points) => pointsText(texts, "", points))).toEqual(["1 pt", "2 pts"]);
    expect(pointsText(texts, "own", 1)).toBe("1 fan");
  });

  it("shares a rank between equal totals", () => {
    expect(standings([5, 9, 5, -19]).map((entry) => [entry.seat, entry.rank])).toEqual([
      [1, 1],
      [0, 2],
      [2, 2],
      [3, 4],
    ]);
  });
});

describe("options", () => {
  const rows: OptionRow[] = [
    { id: "birds", kind: "choice", default: 2, values: [0, 2], minimum: null, maximum: null },
    { id: "strict", kind: "choice", default: false, values: [true, false], minimum: null, maximum: null },
    { id: "patterns", kind: "subset", default: ["a", "b"], values: ["a", "b"], minimum: null, maximum: null },
  ];

  it("are read from forms with their types", () => {
    expect(parseValue(rows[0]!, "0")).toBe(0);
    expect(parseValue(rows[1]!, "true")).toBe(true);
    expect(parseValue(rows[0]!, "7")).toBe(2);
  });

  it("are sent only where they differ", () => {
    expect(changed(rows, defaults(rows))).toEqual({});
    expect(changed(rows, { ...defaults(rows), patterns: ["b"], birds: 0 })).toEqual({ birds: 0, patterns: ["b"] });
  });
});

it("says of a fee without a stake that it takes no money", () => {
  expect(chinese.of("", `ui.${feeNote({ stake: 0 })}`)).toContain("不收币");
  expect(chinese.of("", `ui.${feeNote({ stake: 5 })}`)).toContain("付给场地");
});
