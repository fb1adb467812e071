/** What a player may set, as it is kept: plain values under plain names. */
export interface Settings {
  sound: boolean;
  /** Calls are spoken, where the browser has a voice for the language. */
  speech: boolean;
  /** 0 to 100. */
  volume: number;
  animation: boolean;
  speed: "slow" | "normal" | "fast";
  /** Spectators may see my hand. */
  open_hand: boolean;
  /** Others may see my hand in deals that are shared after their end. */
  open_records: boolean;
  /** Messages of the system are shown. */
  messages: boolean;
  /** Phrases and emotes of others are shown. */
  chat: boolean;
  size: "small" | "normal" | "large";
  theme: "jade" | "sky" | "bamboo";
  /** Marked: every tile has its number and a sign of its suit in a corner, told apart without their colours. */
  suits: "plain" | "marked";
  /** Taps that discard a tile; auto: two on a touch screen, else one. */
  taps: "auto" | "one" | "two";
  /** Of the own hand. */
  order: "sorted" | "own";
  /** What can be said of the own hand is shown, where the table allows it. */
  help: boolean;
  /** Without being asked: win, pass on everything that is no win, throw what was drawn. */
  auto_win: boolean;
  auto_pass: boolean;
  auto_discard: boolean;
}

export const DEFAULTS: Readonly<Settings> = {
  sound: true,
  speech: true,
  volume: 60,
  animation: true,
  speed: "normal",
  open_hand: false,
  open_records: true,
  messages: true,
  chat: true,
  size: "normal",
  theme: "jade",
  suits: "plain",
  taps: "auto",
  order: "sorted",
  help: false,
  auto_win: false,
  auto_pass: false,
  auto_discard: false,
};

/** What each setting that is chosen from a list may be, in the order in which it is offered. */
export const CHOICES = {
  speed: ["slow", "normal", "fast"],
  size: ["small", "normal", "large"],
  theme: ["jade", "sky", "bamboo"],
  suits: ["plain", "marked"],
  taps: ["auto", "one", "two"],
  order: ["sorted", "own"],
} as const satisfies { [K in keyof Settings]?: readonly Settings[K][] };

/** What depends on the screen and the loudspeaker in front of the player, and not on who he is. */
const OF_THE_DEVICE: readonly (keyof Settings)[] = ["volume", "size", "taps"];

/** Settings from what was kept somewhere: whatever is missing or makes no sense is as in `base`. */
export function sane(kept: unknown, base: Readonly<Settings> = DEFAULTS): Settings {
  const given = typeof kept === "object" && kept !== null ? (kept as Record<string, unknown>) : {};
  const entries = Object.entries(base).map(([name, value]) => [name, allowed(name, given[name]) ? given[name] : value]);
  return Object.fromEntries(entries) as unknown as Settings;
}

function allowed(name: string, value: unknown): boolean {
  if (name === "volume") return typeof value === "number" && value >= 0 && value <= 100;
  const choices = (CHOICES as Record<string, readonly unknown[]>)[name];
  return choices ? choices.includes(value) : typeof value === "boolean";
}

/** The part that goes with the player from device to device. */
export function ofTheAccount(settings: Settings): Partial<Settings> {
  const entries = Object.entries(settings).filter(([name]) => !OF_THE_DEVICE.includes(name as keyof Settings));
  return Object.fromEntries(entries) as Partial<Settings>;
}

/** Settings of this device with what the account says. */
export const withAccount = (device: Settings, account: unknown): Settings => sane({ ...device, ...ofTheAccount(sane(account, device)) });
