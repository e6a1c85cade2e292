import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The server of `npm run dev`, whose calls the console makes. */
const server = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`;
const page = (path: string) => `${import.meta.dirname}/${path}`;

/** Pages that load nothing of the console, each at its own path (api/pages/routes.ts). */
const publicPages = ['landing', 'terms', 'privacy'];

const servePublicPages: Plugin = {
  name: 'public-pages',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      const name = request.url?.slice(1) ?? '';
      if (publicPages.includes(name)) request.url = `/public/${name}.html`;
      next();
    });
  },
};

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
    servePublicPages,
  ],
  build: {
    outDir: page('../dist/console'),
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY, // what matters has a test: console-build.browser.test.ts
    rolldownOptions: {
      input: {
        console: page('index.html'),
        ...Object.fromEntries(publicPages.map((name) => [name, page(`public/${name}.html`)])),
      },
    },
  },
  server: { port: 5173, proxy: { '/api': server, '/optimizer': server } },
});
