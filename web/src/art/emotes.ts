/** Pictures of emotes: our own, for not every machine has a font with such signs. */
const sources = import.meta.glob<string>("./emotes/*.svg", { query: "?raw", import: "default", eager: true });

/** Address of the picture of an emote, "" where there is none. */
export function emotePicture(id: string): string {
  const source = sources[`./emotes/${id}.svg`];
  return source ? `data:image/svg+xml,${encodeURIComponent(source)}` : "";
}
