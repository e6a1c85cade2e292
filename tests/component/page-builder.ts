import { join } from 'node:path';
import { build, type Plugin } from 'vite';

const CONSOLE = join(import.meta.dirname, '../../console');

// The process that builds the console as one script into the given folder, as `scripts/console-builder.ts` builds its
// files: jsdom runs scripts, but no modules.

/** jsdom looks up a global in the window each time, which is slow: what belongs to JavaScript is taken from it once. */
const BUILT_IN = [
  'Array',
  'Date',
  'Error',
  'Intl',
  'JSON',
  'Map',
  'Math',
  'Number',
  'Object',
  'Promise',
  'Proxy',
  'Reflect',
  'RegExp',
  'Set',
  'String',
  'Symbol',
  'WeakMap',
  'WeakSet',
];

/** What jsdom has no layout for, it need not read either: that took a quarter of a test. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  transform: { filter: { id: /\.css$/ }, handler: () => '' },
};

const [folder = ''] = process.argv.slice(2);
process.once('disconnect', () => process.exit(1));
try {
  await build({
    configFile: join(CONSOLE, 'vite.config.ts'),
    plugins: [withoutStyles],
    publicDir: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      manifest: false,
      rolldownOptions: {
        input: join(CONSOLE, 'main.tsx'),
        transform: { define: { 'import.meta': '{}' } },
        output: {
          format: 'iife',
          codeSplitting: false,
          entryFileNames: 'console.js',
          banner: `(() => { const { ${BUILT_IN.join(', ')} } = globalThis;`,
          footer: '})();',
        },
      },
    },
  });
  process.exit(0);
} catch (cause) {
  process.send?.((cause as Error).message, () => process.exit(1));
}
