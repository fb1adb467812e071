import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// `fangcheng serve` beside `npm run dev`: the client reloads itself, the server answers for the rest.
const server = "http://127.0.0.1:8000";

export default defineConfig({
  // Relative addresses: the client works under any path of a site.
  base: "./",
  plugins: [svelte()],
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
  test: { include: ["src/**/*.test.ts", "tests/**/*.test.ts"], passWithNoTests: true },
});
