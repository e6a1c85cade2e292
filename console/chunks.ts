import type { Rolldown } from 'vite';

type ChunkGroup = Rolldown.CodeSplittingGroup;
type ModulesInfo = Parameters<Extract<ChunkGroup['name'], (...each: never[]) => unknown>>[1];

/**
 * Shared code below this size, before compression, joins a chunk that nearly the same pages load. The larger it is, the more
 * likely two chunks need each other; then one runs before what it needs. `console-build.browser.test.ts` finds them.
 */
const LEAST_SHARED_BYTES = 2_000;

const TERMS = /[\\/]domain[\\/]/;
const PUBLIC_PAGES = /[\\/]console[\\/](public|service-worker)[\\/]/;
const OWN = /^(?!.*[\\/](node_modules|console[\\/](public|service-worker))[\\/])/;

/**
 * What so many pages share is in one file, of which nearly each page needs most. It needs nothing of what fewer share: each
 * page that loads a module loads what that needs.
 */
const MANY_PAGES = 12;

/** Whether a public page loads a module: public pages must load nothing else of the console. */
function isForPublicPages(id: string, modules: ModulesInfo, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  if (PUBLIC_PAGES.test(id)) return true;
  const importers = modules.getModuleInfo(id)?.importers ?? [];
  return importers.some((importer) => isForPublicPages(importer, modules, seen));
}

/**
 * Which modules of the console go into one file. By default the bundler makes a file for each set of pages that share
 * something: 213 files of 1.4 kB on average, so that pages waited for requests rather than bytes. A group takes what its
 * modules need along, except what one of a higher priority has.
 */
export const chunkGroups: ChunkGroup[] = [
  {
    // By name: what public pages share with the console's entry is known to be terms only.
    name: (id, modules) => {
      if (PUBLIC_PAGES.test(id) || !isForPublicPages(id, modules)) return null;
      return TERMS.test(id) ? 'terms' : 'common';
    },
    entriesAware: true,
    priority: 6,
  },
  { name: 'vendor', tags: ['$initial'], test: /[\\/]node_modules[\\/]/, priority: 5 },
  { name: 'start', tags: ['$initial'], test: /[\\/]console[\\/](?!public|service-worker)/, priority: 4 },
  { name: 'sign-in', test: /[\\/]features[\\/]session[\\/]sign-in-screen\.tsx/, priority: 3 },
  { name: 'frame', test: /[\\/]routes[\\/]_app\.tsx\?/, priority: 2 },
  { name: 'kit', test: OWN, minShareCount: MANY_PAGES, priority: 1 },
  {
    name: 'shared',
    test: OWN,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: LEAST_SHARED_BYTES,
  },
];
