declare module "zzfx" {
  export const ZZFX: { audioContext: AudioContext; volume: number };
  /** Plays a sound made from up to 21 numbers: volume, randomness, frequency, attack, sustain, release ... */
  export function zzfx(...parameters: number[]): AudioBufferSourceNode;
}
