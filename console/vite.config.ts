import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { withPaletteProperties } from './blueprint-palette.ts';
import { chunkGroups } from './chunks.ts';

/** The server of `npm run dev`, which the console calls. */
const server = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`;
const page = (path: string) => `${import.meta.dirname}/${path}`;

/** Pages that load nothing of the console, each at its own path (api/pages/routes.ts). */
const publicPages = [
  'landing',
  'terms',
  'privacy',
  'browser',
  'quote',
  'invoice',
  'review',
  'notice',
  'portal',
  'widget',
];
/** Public pages in the system's font: these forms for strangers are there before a web font would be. */
const withoutFonts = ['portal', 'widget'];

/** The oldest browsers that show the public pages (README). Syntax and styles are rewritten for them, those of the console too. */
const OLDEST = ['chrome100', 'edge100', 'firefox102', 'safari15.4'];

const serviceWorker = 'service-worker';

/** Aliases of public pages. */
const namedOtherwise: Readonly<Record<string, string>> = { 'customer-portal': 'portal', 'public-quote': 'portal' };

/** The script that other sites embed, at a URL of its own. */
const widgetLoader = 'widget-loader';

/** Scripts that browsers check for updates at a fixed URL. */
const atTheirAddress: Readonly<Record<string, string>> = {
  [serviceWorker]: 'service-worker.js',
  [widgetLoader]: 'widget.js',
};

const servePublicPages: Plugin = {
  name: 'public-pages',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      const asked = request.url?.split(/[/?]/)[1] ?? '';
      const name = namedOtherwise[asked] ?? asked;
      if (publicPages.includes(name)) request.url = `/public/${name}.html`;
      next();
    });
  },
};

const blueprintPalette: Plugin = {
  name: 'blueprint-palette',
  enforce: 'pre',
  transform: {
    filter: { id: /@blueprintjs\/core\/lib\/css\/blueprint\.css$/ },
    handler: withPaletteProperties,
  },
};

/**
 * Icons are components here. Blueprint's loader of icons by their names would bring the 1,400 names of all icons into the
 * first scripts; this one loads none.
 */
const iconsAsComponents: Plugin = {
  name: 'icons-as-components',
  transform: {
    filter: { id: /@blueprintjs\/icons\/lib\/esm\/iconLoader\.js$/ },
    handler: () => `export class Icons {
  static getPaths() {}
  static load(icon) { return Promise.reject(new Error(\`The icon \${icon} must be given as a component.\`)); }
}`,
  },
};

/** Preloads the fonts with the page, before its styles are read, so that the first text already uses them. */
const preloadFonts: Plugin = {
  name: 'preload-fonts',
  transformIndexHtml: (_html, { bundle = {}, path }) =>
    Object.keys(bundle)
      .filter((file) => file.endsWith('.woff2') && !withoutFonts.some((name) => path.endsWith(`/${name}.html`)))
      .map((file) => ({
        tag: 'link',
        attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
        injectTo: 'head',
      })),
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
    blueprintPalette,
    iconsAsComponents,
    preloadFonts,
  ],
  build: {
    outDir: page('../dist/console'),
    emptyOutDir: true,
    manifest: true,
    target: OLDEST,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY, // what matters has a test: console-build.browser.test.ts
    rolldownOptions: {
      input: {
        console: page('index.html'),
        ...Object.fromEntries(publicPages.map((name) => [name, page(`public/${name}.html`)])),
        [widgetLoader]: page('public/widget-loader.ts'),
        [serviceWorker]: page('service-worker/service-worker.ts'),
      },
      output: {
        entryFileNames: ({ name }) => atTheirAddress[name] ?? 'assets/[name]-[hash].js',
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': server, '/optimizer': server } },
});
