import { beforeAll, describe, expect, test } from 'vitest';
import { expectNone } from '../../support/findings.ts';
import { lintFiles } from '../../support/lint.ts';

// Each rule of the house (CONTRIBUTING.md) is proven by files that obey it and files that break it, all in one folder
// with the project's own biome.json, in one linter run.

const folders = [
  'domain',
  'store',
  'platform',
  'projections',
  'api',
  'ai',
  'optimizer',
  'server',
  'console',
  'scripts',
  'tests',
];

/** What a file in a folder may import from each other folder; if none is listed, nothing. */
const arrows: Record<string, readonly string[]> = {
  domain: [],
  store: ['domain/kit/event.ts'],
  platform: ['domain/lead/lead.ts', 'store/state.ts'],
  projections: ['domain/lead/events.ts', 'store/state.ts', 'platform/runtime/clock.ts'],
  api: [
    'domain/lead/lead.ts',
    'store/state.ts',
    'platform/runtime/clock.ts',
    'projections/leads.ts',
    'ai/image-analysis.ts',
    'api/kit/records.ts',
  ],
  ai: ['domain/lead/lead.ts', 'store/state.ts', 'platform/runtime/clock.ts'],
  optimizer: ['domain/lead/lead.ts', 'store/state.ts', 'platform/runtime/clock.ts'],
  server: [
    'domain/lead/lead.ts',
    'store/state.ts',
    'platform/runtime/clock.ts',
    'projections/leads.ts',
    'ai/image-analysis.ts',
    'api/areas.ts',
    'optimizer/service/routes.ts',
  ],
  console: ['domain/lead/terms.ts', 'api/leads/schema.ts', 'api/kit/fields/values.schema.ts'],
};

interface Example {
  /** The file that contains the statement. */
  file: string;
  statement: string;
}

const allowed: Example[] = [];
const broken: Example[] = [];

function example(list: Example[], folder: string, statement: string): void {
  list.push({ file: `${folder}/example-${allowed.length + broken.length}.ts`, statement });
}

/** The same for both names of an API schema file: the console reads those files, so they contain nothing else. */
function schemaExample(list: Example[], statement: string): void {
  const area = `api/area-${allowed.length + broken.length}`;
  for (const name of ['schema', 'more.schema']) list.push({ file: `${area}/${name}.ts`, statement });
}

for (const [folder, targets] of Object.entries(arrows)) {
  for (const target of targets) example(allowed, `${folder}/inner`, `import { a } from '../../${target}';`);
  example(allowed, `${folder}/inner`, `import { a } from './b.ts';`);
  example(allowed, `${folder}/inner`, `import { a } from '../kit/b.ts';`);
  const open = new Set([folder, ...targets.map((target) => target.split('/')[0])]);
  for (const other of folders.filter((name) => !open.has(name))) {
    example(broken, folder, `import { a } from '../${other}/b.ts';`);
    example(broken, `${folder}/inner`, `import type { A } from '../../${other}/inner/b.ts';`);
  }
}

// Inside the console each folder imports those after it; entities import each other, features do not.
const CONSOLE = ['routes', 'features', 'entities', 'photos', 'records', 'ui', 'data'];
for (const [at, folder] of CONSOLE.entries()) {
  const inner = `console/${folder}/inner`;
  example(allowed, inner, `import { a } from './b.ts';`);
  for (const below of CONSOLE.slice(at + 1)) example(allowed, inner, `import { a } from '../../${below}/leads/b.ts';`);
  for (const above of CONSOLE.slice(0, at)) {
    example(broken, inner, `import { a } from '../../${above}/leads/b.ts';`);
    example(broken, `console/${folder}`, `import type { A } from '../${above}/b.ts';`);
  }
}
example(allowed, 'console/entities/lead', `import { a } from '../crew/b.ts';`);

// The solver is a calculation on plain data.
for (const folder of ['optimizer/planning', 'optimizer/service']) {
  example(allowed, folder, `import { a } from '../../projections/leads.ts';`);
  example(broken, folder, `import { a } from '../../api/leads/record.ts';`);
  example(broken, folder, `import { a } from '../../console/ui/b.ts';`);
}
example(allowed, 'optimizer/service', `import { a } from '../../api/kit/changes/commands.ts';`);
example(broken, 'optimizer/planning', `import { a } from '../../api/kit/changes/commands.ts';`);
example(broken, 'server', `import { a } from '../optimizer/solver/search.ts';`);
example(allowed, 'optimizer/solver', `import { a } from './problem.ts';`);
example(allowed, 'optimizer/solver', `import { a } from 'node:worker_threads';`);
example(broken, 'optimizer/solver', `import { a } from '../travel/b.ts';`);
example(broken, 'optimizer/solver', `import { a } from '../../domain/lead/lead.ts';`);
for (const name of ['zod', 'node:fs', 'fastify']) example(broken, 'optimizer/solver', `import { a } from '${name}';`);

// Every way of importing counts.
example(broken, 'domain/lead', `export { a } from '../../store/state.ts';`);
example(broken, 'domain/lead', `export * from '../../store/state.ts';`);
example(broken, 'domain/lead', `export const a = await import('../../store/state.ts');`);
example(broken, 'domain/lead', `import '../../store/state.ts';`);

// Subfolders.
example(broken, 'store/embedded', `import type { LeadEvent } from '../../domain/lead/events.ts';`);
example(broken, 'console', `import { decide } from '../domain/lead/lead.ts';`);
for (const file of [
  'leads/routes.ts',
  'leads/record.ts',
  'kit/values.ts',
  'app.ts',
  'schema.ts',
  'leads/inner/schema.ts',
]) {
  example(broken, 'console', `import { a } from '../api/${file}';`);
  for (const folder of ['features/leads', 'entities/lead', 'photos', 'records', 'ui', 'data', 'routes']) {
    const up = folder.replaceAll(/[^/]+/g, '..');
    example(broken, `console/${folder}`, `import type { A } from '../${up}/api/${file}';`);
  }
}
for (const folder of ['features/leads', 'entities/lead', 'photos', 'routes']) {
  const up = folder.replaceAll(/[^/]+/g, '..');
  example(allowed, `console/${folder}`, `import type { A } from '../${up}/api/leads/schema.ts';`);
  example(allowed, `console/${folder}`, `import { a } from '../${up}/api/kit/values.schema.ts';`);
}
// The schedule may use what the optimizer takes and answers.
example(allowed, 'console/features/schedule', `import type { A } from '../../../optimizer/service/b.schema.ts';`);
example(broken, 'console/features/schedule', `import type { A } from '../../../optimizer/service/b.ts';`);
example(broken, 'console/records', `import type { A } from '../../optimizer/service/b.schema.ts';`);
// Folders that belong to no kind of record import none.
example(allowed, 'console/records', `import type { A } from '../../api/kit/changes/history.schema.ts';`);
for (const folder of ['records', 'ui', 'data']) {
  example(broken, `console/${folder}`, `import type { A } from '../../api/leads/schema.ts';`);
  example(broken, `console/${folder}`, `import { a } from '../../domain/lead/terms.ts';`);
}
for (const folder of ['ui', 'data']) {
  example(broken, `console/${folder}`, `import type { A } from '../../api/kit/changes/history.schema.ts';`);
}
for (const from of [
  'zod',
  './schema.ts',
  './other.schema.ts',
  '../leads/schema.ts',
  '../kit/values.schema.ts',
  '../../domain/lead/terms.ts',
  '../../domain/kit/money.ts',
]) {
  schemaExample(allowed, `import { a } from '${from}';`);
}
allowed.push({ file: 'api/kit/fields/a.schema.ts', statement: `import { a } from '../changes/c.schema.ts';` });
allowed.push({ file: 'api/kit/fields/b.schema.ts', statement: `import { a } from '../../../domain/kit/money.ts';` });
broken.push({ file: 'api/kit/fields/c.schema.ts', statement: `import { a } from '../records.ts';` });
for (const from of [
  './record.ts',
  '../kit/records.ts',
  '../../optimizer/service/b.schema.ts',
  '../../store/embedded/log/schema.ts',
  '../../ai/openai/answer.schema.ts',
  'left-pad/schema.ts',
  '../app.ts',
  '../../domain/lead/lead.ts',
  '../../store/state.ts',
  '../../platform/runtime/clock.ts',
  '../../projections/leads.ts',
  'node:fs/promises',
  'fastify',
]) {
  schemaExample(broken, `import { a } from '${from}';`);
}

// How texts are searched and sorted is one rule for all.
for (const folder of ['features/leads', 'entities/lead', 'photos', 'records', 'ui']) {
  const up = folder.replaceAll(/[^/]+/g, '..');
  example(allowed, `console/${folder}`, `import { a } from '../${up}/domain/kit/sort-text.ts';`);
  example(broken, `console/${folder}`, `import { a } from '../${up}/domain/kit/money.ts';`);
}
example(broken, 'console/data', `import { a } from '../../domain/kit/sort-text.ts';`);

// What is dialed is one rule for the console, the public pages and the server.
for (const folder of ['features/leads', 'entities/mail', 'records', 'public']) {
  const up = folder.replaceAll(/[^/]+/g, '..');
  example(allowed, `console/${folder}`, `import { a } from '../${up}/domain/kit/phone-links.ts';`);
}
for (const folder of ['ui', 'data']) {
  example(broken, `console/${folder}`, `import { a } from '../../domain/kit/phone-links.ts';`);
}

// The schedule rules also run in the browser, at each pointer move.
for (const rule of ['parts', 'figures', 'availability', 'conflicts']) {
  example(allowed, 'console/features/leads', `import { a } from '../../../domain/schedule/${rule}.ts';`);
  example(allowed, 'console/entities/lead', `import { a } from '../../../domain/schedule/${rule}.ts';`);
}
example(broken, 'console/features/leads', `import { a } from '../../../domain/schedule/schedule.ts';`);
example(broken, 'console/photos', `import { a } from '../../domain/schedule/conflicts.ts';`);

// Packages.
example(allowed, 'domain/lead', `import { z } from 'zod';`);
for (const name of ['node:crypto', 'node:timers/promises', 'fs', 'fastify', '@fastify/cookie', 'mongodb']) {
  example(broken, 'domain/lead', `import { a } from '${name}';`);
}
for (const name of ['node:sqlite', 'node:timers/promises', 'mongodb', '@eventstore/db-client']) {
  example(allowed, 'store/embedded', `import { a } from '${name}';`);
  if (name === 'node:timers/promises') continue;
  for (const folder of ['platform', 'projections', 'api', 'ai', 'optimizer', 'server']) {
    example(broken, folder, `import { a } from '${name}';`);
  }
}
// One folder knows the service behind the models, and one process decodes pictures.
for (const name of ['openai', 'openai/helpers/zod']) {
  example(allowed, 'ai/openai', `import { a } from '${name}';`);
  for (const folder of [
    'ai',
    'ai/rules',
    'platform',
    'projections',
    'api',
    'api/kit',
    'optimizer',
    'server',
    'domain',
    'store',
  ]) {
    example(broken, folder, `import { a } from '${name}';`);
  }
}
example(allowed, 'platform/images', `import { a } from 'sharp';`);
for (const folder of ['ai/openai', 'ai/rules']) example(broken, folder, `import { a } from 'sharp';`);
example(allowed, 'ai/openai', `import { a } from '../image-analysis.ts';`);
example(broken, 'ai/openai', `import { a } from '../../api/areas.ts';`);
example(broken, 'store', `import { a } from 'fastify';`);
for (const folder of ['platform', 'projections', 'api', 'ai', 'optimizer', 'server']) {
  example(allowed, folder, `import { a } from 'zod';`);
  example(allowed, folder, `import { a } from 'node:timers/promises';`);
}
for (const name of ['node:crypto', 'fastify', '@fastify/cookie', 'mongodb']) {
  example(broken, 'console', `import { a } from '${name}';`);
}
example(allowed, 'console', `import { a } from 'react';`);
for (const target of folders) {
  example(allowed, 'scripts', `import { a } from '../${target}/b.ts';`);
  example(allowed, 'tests/unit', `import { a } from '../../${target}/b.ts';`);
}

/** What the linter found, as `<rule> <file>`. */
const found = new Set<string>();

beforeAll(async () => {
  const files = Object.fromEntries([...allowed, ...broken].map(({ file, statement }) => [file, statement]));
  files['domain/cycle/one.ts'] = `import { two } from './two.ts';\nexport const one = () => two;`;
  files['domain/cycle/two.ts'] = `import { one } from './one.ts';\nexport const two = () => one;`;
  files['domain/circle/one.ts'] = `import type { Two } from './two.ts';\nexport type One = Two | null;`;
  files['domain/circle/two.ts'] = `import type { One } from './one.ts';\nexport type Two = { one: One };`;
  for (const { rule, path } of await lintFiles(files)) found.add(`${rule} ${path}`);
});

function isRefused({ file }: Example): boolean {
  return found.has(`noRestrictedImports ${file}`);
}

describe('the import rules', () => {
  test('The import rules refuse every import against the arrows', () => {
    expectNone(
      broken
        .filter((example) => !isRefused(example))
        .map(({ file, statement }) => `biome.json lets ${file} say ${statement}`),
    );
  });

  test('The import rules allow every import along the arrows', () => {
    expectNone(
      allowed.filter(isRefused).map(({ file, statement }) => `biome.json does not let ${file} say ${statement}`),
    );
  });

  test('The import rules refuse a cycle', () => {
    expect(found).toContain('noImportCycles domain/cycle/one.ts');
  });

  test('The import rules refuse a cycle of types alone', () => {
    expect(found).toContain('noImportCycles domain/circle/one.ts');
  });
});
