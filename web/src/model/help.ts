import type { Wait } from "./protocol";

/** Whether a tile that completes the hand would be a legal win, in one way or the other. */
export const wins = (wait: Wait): boolean => Boolean(wait.self_draw.score ?? wait.discard.score);
