import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { attentions, kinds, moreAttention } from '../../../api/areas.ts';
import { requireRegistered } from '../../../api/kit/records.ts';
import { leadKind } from '../../../api/leads/record.ts';
import { deciders, processes, registry } from '../../../domain/index.ts';
import { fileOf } from '../../../projections/engine/required-index.ts';
import { projections } from '../../../projections/index.ts';
import { expectNone } from '../../support/findings.ts';

// What is written but registered nowhere does nothing, and says nothing.

const root = join(import.meta.dirname, '../../..');

interface Exported {
  file: string;
  name: string;
  value: unknown;
}

async function exportsOf(pattern: string): Promise<Exported[]> {
  const files = globSync(pattern, { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  const all = await Promise.all(
    files.map(async (file) =>
      Object.entries<unknown>(await import(join(root, file))).map(([name, value]) => ({ file, name, value })),
    ),
  );
  return all.flat();
}

const has = <Field extends string>(value: unknown, ...fields: Field[]): value is Record<Field, unknown> =>
  typeof value === 'object' && value !== null && fields.every((field) => field in value);

/** What the files export that `is` recognizes and that is not among the registered. */
async function forgotten(
  pattern: string,
  is: (value: unknown) => boolean,
  registered: Iterable<unknown>,
  where: string,
) {
  const known = new Set(registered);
  const found = (await exportsOf(pattern)).filter(({ value }) => is(value));
  expect(found.length).toBeGreaterThan(0);
  return found
    .filter(({ value }) => !known.has(value))
    .map(({ file, name }) => `${name} (${file}) is not registered. Add it to ${where}.`);
}

test('Every event is registered', async () => {
  const known = new Set<unknown>(registry.values());
  const isList = (value: unknown) => Array.isArray(value) && value.some((each) => has(each, 'type', 'versions'));
  const lists = (await exportsOf('domain/*/events.ts')).filter(({ value }) => isList(value));
  expect(lists.length).toBeGreaterThan(0);
  expectNone(
    lists
      .filter(({ value }) => !(value as unknown[]).every((each) => known.has(each)))
      .map(({ file, name }) => `${name} (${file}) is not registered. Add it to the registry in domain/index.ts.`),
  );
});

test('Every aggregate, process, read model and kind of record is registered', async () => {
  const isDecider = (value: unknown) => has(value, 'category', 'decide', 'evolve', 'initial');
  const isProcess = (value: unknown) => has(value, 'name', 'types');
  const isReadModel = (value: unknown) => has(value, 'collection', 'version', 'evolve');
  const isKind = (value: unknown) => has(value, 'category', 'decider', 'projection');
  expectNone([
    ...(await forgotten('domain/*/*.ts', isDecider, deciders.values(), 'the deciders in domain/index.ts')),
    ...(await forgotten('domain/processes/*.ts', isProcess, processes, 'the processes in domain/index.ts')),
    ...(await forgotten('projections/*.ts', isReadModel, projections, 'projections/index.ts')),
    ...(await forgotten('api/*/record.ts', isKind, kinds.all, 'the kinds of its area in api/areas.ts')),
  ]);
});

test('Every area’s calls, and what waits for a person there, are registered', async () => {
  const areas = readFileSync(join(root, 'api/areas.ts'), 'utf8');
  const routes = (await exportsOf('api/*/routes.ts')).filter(
    ({ file, name }) => name.endsWith('Routes') && !file.startsWith('api/kit/'),
  );
  const isAttention = (value: unknown) => has(value, 'id', 'label', 'kind', 'waiting');
  const known = [...attentions, ...(moreAttention.ruled ?? [])];
  expect(routes.length).toBeGreaterThan(0);
  expectNone([
    ...routes
      .filter(({ name }) => !new RegExp(`[[( ]${name}[\\](,]`).test(areas))
      .map(
        ({ file, name }) => `${name} (${file}) is not registered. Add it to the routes of its area in api/areas.ts.`,
      ),
    ...(await forgotten('api/*/attention.ts', isAttention, known, 'the attention of its area in api/areas.ts')),
  ]);
});

test('A kind of record whose aggregate or read model is not registered stops the start, with the file to change', () => {
  const of = (kind: object) => () => requireRegistered({ ...kinds, all: [{ ...leadKind, ...kind } as never] });
  expect(of({ decider: { ...leadKind.decider, category: 'larch' } })).toThrow(
    'The aggregate, with its events, of the kind of record lead is not registered. Add it to domain/index.ts.',
  );
  expect(of({ projection: { ...leadKind.projection } })).toThrow(
    'The read model of the kind of record lead is not registered. Add it to projections/index.ts.',
  );
});

test('A check at the start names the file that declares a read model', async () => {
  const files = new Map((await exportsOf('projections/*.ts')).map(({ file, value }) => [value, file]));
  expectNone(
    projections
      .filter((each) => files.get(each) !== fileOf(each.collection))
      .map(
        (each) =>
          `The read model ${each.collection} is in ${files.get(each)}, not in ${fileOf(each.collection)}. Name its file ` +
          'after it, or add it to DECLARED_IN in projections/engine/required-index.ts.',
      ),
  );
});
