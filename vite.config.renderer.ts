import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The console's pages: nothing inline, so that a strict Content-Security-Policy holds. */
export default defineConfig({
  root: "renderer",
  base: "./",
  plugins: [react(), tailwindcss()],
  build: {
    outDir: "../dist/renderer",
    emptyOutDir: true,
    target: "es2024",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    // What every page needs is one file: forty small ones take a browser longer, also from its cache.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: "initial", tags: ["$initial"] }] } },
    },
  },
});
