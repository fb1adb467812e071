import { describe, expect, it, vi } from "vitest";

vi.stubGlobal("localStorage", { getItem: () => null });
const { soundOf } = await import("../src/model/sound");
const { voiceFor } = await import("../src/model/speech");
import type { TableMessage } from "../src/model/protocol";

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
