import { kindName, FLOWERS } from "../model/tiles";

// The faces travel inside the script: one request for all, and no tile ever appears blank while its picture loads.
const sources = import.meta.glob<string>("./tiles/*.svg", { query: "?raw", import: "default", eager: true });

const faces = Array.from({ length: FLOWERS + 8 }, (_, kind) => {
  const source = sources[`./tiles/${kindName(kind)}.svg`];
  return source ? `data:image/svg+xml,${encodeURIComponent(source)}` : "";
});

/** Address of the picture of a kind. */
export function face(kind: number): string {
  return faces[kind] ?? "";
}
