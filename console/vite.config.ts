import { resolve } from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The server of `npm run dev`, whose calls the console makes. */
const server = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`;
const page = (path: string) => resolve(import.meta.dirname, path);

export default defineConfig({
  root: import.meta.dirname,
  publicDir: 'static',
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: page('routes'),
      generatedRouteTree: page('routeTree.gen.ts'),
      addExtensions: true,
      quoteStyle: 'single',
      disableLogging: true,
    }),
    react(),
  ],
  build: {
    outDir: page('../dist/console'),
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        console: page('index.html'),
      },
    },
  },
  server: { port: 5173, proxy: { '/api': server, '/optimizer': server } },
});
