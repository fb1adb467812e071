import { call } from "../model/api";
import type { Card, Choices, Preset, RoomForm, RoomInfo } from "./protocol";

export const fetchChoices = (): Promise<Choices> => call("choices");
export const openRoom = (room: RoomForm & { seat?: number; bots?: string[] }): Promise<{ id: string; code: string }> => call("rooms", "POST", room);
export const fetchMyRooms = (): Promise<Card[]> => call("rooms/mine");
export const findRoom = (code: string): Promise<RoomInfo> => call(`codes/${encodeURIComponent(code)}`);
export const fetchPresets = (game: string): Promise<Preset[]> => call(`presets/${game}`);
export const savePreset = (game: string, preset: Preset): Promise<unknown> => call(`presets/${game}`, "PUT", preset);
export const dropPreset = (game: string, name: string): Promise<unknown> => call(`presets/${game}/${encodeURIComponent(name)}`, "DELETE");
