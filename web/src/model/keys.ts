/** Keys by their place on the keyboard, so that an input method for Chinese does not get between; what is printed on each. */
const TILE_KEYS: [code: string, hint: string][] = [
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((digit): [string, string] => [`Digit${digit}`, String(digit)]),
  ["Minus", "-"],
  ["Equal", "="],
  ["BracketLeft", "["],
  ["BracketRight", "]"],
];
const BUTTON_KEYS = [..."QWERTYUIOP"].map((letter): [string, string] => [`Key${letter}`, letter]);
/** Its hint is a word of the catalogue. */
const PASS_KEY: [string, string] = ["Space", ""];
const DRAWN_KEY: [string, string] = ["KeyD", "D"];

/** Key of the tile at a place of the hand; the drawn tile, always the last, has D as well. */
export function tileHint(place: number): string {
  return TILE_KEYS[place]?.[1] ?? "";
}

export function tileAt(code: string, held: number, drawn: boolean): number {
  if (code === DRAWN_KEY[0]) return drawn ? held - 1 : -1;
  const place = TILE_KEYS.findIndex((key) => key[0] === code);
  return place < held ? place : -1;
}

/** Keys of the buttons: space passes, the others are Q, W, E ... in their order. */
export function buttonKeys(choices: { verb: string }[]): [code: string, hint: string][] {
  let next = 0;
  return choices.map((choice) => (choice.verb === "pass" ? PASS_KEY : (BUTTON_KEYS[next++] ?? ["", ""])));
}
