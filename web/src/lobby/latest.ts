import type { VariantInfo } from "../model/protocol";
import type { RoomForm } from "../room/protocol";

const KEY = "fangcheng.latest";

interface Kept {
  variant: string;
  /** By game. */
  settings: Record<string, RoomForm>;
}

function kept(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<Kept> | null;
    return { variant: found?.variant ?? "", settings: found?.settings ?? {} };
  } catch {
    // Whatever was written there, it is none of ours.
    return { variant: "", settings: {} };
  }
}

/** The settings with which a game was opened here last; without a game those of the one opened last, or of the first on offer. */
export function remembered(variants: VariantInfo[], game?: string): RoomForm {
  const { variant, settings } = kept();
  const wanted = game ?? variants.find((entry) => entry.id === variant)?.id ?? variants[0]?.id ?? "";
  return { ...settings[wanted], variant: wanted };
}

/** Put settings by for the next time. */
export function remember(form: RoomForm): void {
  const now = kept();
  localStorage.setItem(KEY, JSON.stringify({ variant: form.variant, settings: { ...now.settings, [form.variant]: form } }));
}
