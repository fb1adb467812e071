"""The engine's questions to a game, a file a subject; `fangcheng.rules.variant.Variant` is all of them together."""
