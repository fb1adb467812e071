import { settings } from "../settings/settings.svelte";
import { callOf } from "./calls";
import type { Language } from "./language.svelte";
import type { TextSource } from "./narrate";
import type { GameEvent, View } from "./protocol";

const ACCENTS: Record<Language, string> = { "zh-Hans": "zh-CN", "zh-Hant": "zh-TW", en: "en-US" };

/** A voice of the machine for a language: of the right country if there is one, else of any; none where the machine has none. */
export function voiceFor(language: Language, voices: readonly SpeechSynthesisVoice[]): SpeechSynthesisVoice | undefined {
  const accent = ACCENTS[language];
  const plain = (voice: SpeechSynthesisVoice): string => voice.lang.replace("_", "-");
  return voices.find((voice) => plain(voice) === accent) ?? voices.find((voice) => plain(voice).startsWith(accent.slice(0, 2)));
}

const machine = (): SpeechSynthesis | undefined => (globalThis as { speechSynthesis?: SpeechSynthesis }).speechSynthesis;

/** Asked for the first time a browser may only begin to look for its voices: done early, so that the first call is heard. */
export const findVoices = (): void => void machine()?.getVoices();

/** Whether calls can be said in a language; else there are still their sound and their word before the seat. */
export const speaks = (language: Language): boolean => voiceFor(language, machine()?.getVoices() ?? []) !== undefined;

/** Say aloud what players call out with these events. What was being said is cut off: the table has moved on. */
export function speakFor(texts: TextSource & { language: Language }, view: Pick<View, "variant" | "viewer">, events: readonly GameEvent[]): void {
  const { sound, speech, volume } = settings.now;
  const speaker = machine();
  if (!sound || !speech || !volume || document.hidden || !speaker) return;
  const words = events.flatMap((event) => callOf(texts, view.variant, event, view.viewer)).map((call) => call.text);
  const voice = words.length ? voiceFor(texts.language, speaker.getVoices()) : undefined;
  if (!voice) return;
  speaker.cancel();
  const said = new SpeechSynthesisUtterance([...new Set(words)].join(" "));
  said.voice = voice;
  said.lang = voice.lang;
  said.volume = volume / 100;
  said.rate = 1.15;
  speaker.speak(said);
}
