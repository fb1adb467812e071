import { describe, expect, it, vi } from "vitest";

vi.stubGlobal("localStorage", { getItem: () => null });
vi.stubGlobal("document", { hidden: false });
const { soundOf } = await import("../src/model/sound");
const { findVoices, speakFor, speaks, voiceFor } = await import("../src/model/speech");
import type { TableMessage } from "../src/model/protocol";
import { chinese } from "./texts";

const message = (types: string[], offers: object[] = []): TableMessage =>
  ({ events: types.map((type) => ({ type })), view: { offers } }) as unknown as TableMessage;

describe("the sound of a message", () => {
  it("is that of the weightiest event", () => {
    expect(soundOf(message(["discard", "pung"]))).toBe("claim");
    expect(soundOf(message(["pung", "win"]))).toBe("win");
    expect(soundOf(message(["discard", "draw"]))).toBe("discard");
    expect(soundOf(message(["draw"]))).toBe("draw");
    expect(soundOf(message(["answered"]))).toBeNull();
  });

  it("calls the viewer who is asked, but not for a plain discard", () => {
    const pass = { verb: "pass", text: "pass" };
    expect(soundOf(message(["draw"], [pass]))).toBe("asked");
    expect(soundOf(message(["draw"], [{ verb: "discard", text: "discard 1m" }]))).toBe("draw");
    expect(soundOf(message(["draw"], [{ ...pass, free: true }]))).toBe("draw");
  });

  it("is of something laid open for what only one game has", () => {
    expect(soundOf(message(["indicator"]))).toBe("reveal");
  });
});

describe("voices", () => {
  const voices = ["en_GB", "zh-TW", "zh-CN", "en-US"].map((lang) => ({ lang })) as SpeechSynthesisVoice[];

  it("speak the language, with the accent of its country where there is one", () => {
    expect(voiceFor("zh-Hans", voices)?.lang).toBe("zh-CN");
    expect(voiceFor("zh-Hant", voices)?.lang).toBe("zh-TW");
    expect(voiceFor("zh-Hans", voices.slice(0, 2))?.lang).toBe("zh-TW");
    expect(voiceFor("en", voices.slice(0, 1))?.lang).toBe("en_GB");
    expect(voiceFor("en", [])).toBeUndefined();
  });
});

describe("calls", () => {
  const pung = [{ type: "pung", seat: 1 }];
  const view = { variant: "", viewer: 0 };
  const said: { text: string; lang: string }[] = [];
  let cut = 0;

  class Utterance {
    lang = "";
    constructor(readonly text: string) {}
  }

  function machine(...languages: string[]): void {
    said.length = cut = 0;
    vi.stubGlobal("SpeechSynthesisUtterance", Utterance);
    vi.stubGlobal("speechSynthesis", {
      getVoices: () => languages.map((lang) => ({ lang })),
      speak: ({ text, lang }: Utterance) => said.push({ text, lang }),
      cancel: () => (cut += 1),
    });
  }

  it("are said in the player's language, and cut off what was being said", () => {
    machine("en-US", "zh-CN");
    speakFor({ ...chinese, language: "zh-Hans" }, view, pung);
    expect(said).toEqual([{ text: "碰", lang: "zh-CN" }]);
    expect(cut).toBe(1);
    expect(speaks("zh-Hans")).toBe(true);
    speakFor({ ...chinese, language: "zh-Hans" }, view, [{ type: "draw", seat: 1 }]);
    expect(said).toHaveLength(1);
  });

  it("are said by no voice of another language, and still have a sound", () => {
    machine("en-US", "de-DE");
    speakFor({ ...chinese, language: "zh-Hans" }, view, pung);
    expect([said.length, cut, speaks("zh-Hans")]).toEqual([0, 0, false]);
    expect(soundOf(message(["pung"]))).toBe("claim");
  });

  it("need no machine that speaks", () => {
    vi.stubGlobal("speechSynthesis", undefined);
    findVoices();
    speakFor({ ...chinese, language: "zh-Hans" }, view, pung);
    expect(speaks("en")).toBe(false);
  });
});
