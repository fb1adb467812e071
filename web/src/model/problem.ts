import { ApiError } from "./api";
import { texts } from "./language.svelte";
import type { Details } from "./protocol";

/** A refusal in words: of the client itself, of a request, or of an action. */
export function problemText(code: string, detail: Details = {}, variant = ""): string {
  return (
    texts.find("", `ui.failure.${code}`, detail) ??
    texts.find(variant, `error.${code}`, detail) ??
    texts.of(variant, `refused.${code}`, detail)
  );
}

/** What went wrong, in words. */
export function failureText(error: unknown): string {
  return error instanceof ApiError ? problemText(error.code, error.detail ?? {}) : problemText("server");
}
