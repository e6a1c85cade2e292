import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { kinds } from '../../../api/areas.ts';
import { namedPagesFor } from '../../../console/entities/pages.ts';
import type { RecordedEvent } from '../../../domain/kit/event.ts';
import { sampleOf } from '../../support/aggregate-samples.ts';
import { consoleKinds } from '../../support/console-kinds.ts';
import { expectNone } from '../../support/findings.ts';

const root = join(import.meta.dirname, '../../..');

test('The history of every kind of record is told in words', async () => {
  const all = await consoleKinds();
  expect(all.length).toBeGreaterThan(10);
  expectNone(
    all.flatMap(({ file, category, steps }) => {
      const { decider, projection, sharedStream } = kinds.of(category);
      // An event that the record's read model passes over is no step of its history.
      const isSeen = (type: string) =>
        sharedStream !== undefined ||
        projection.ids({ type, stream: `${category}-x`, data: {} } as RecordedEvent).length > 0;
      return sampleOf(decider.category)
        .events.filter(({ type }) => isSeen(type))
        .filter(({ type }) => steps[type] === undefined)
        .map(({ type }) => `No words for the step ${type} of the kind ${category}. Add it to steps in ${file}.`);
    }),
  );
});

test('Every page without a record in its address is found in the navigation or the palette, and all of those are there', () => {
  const pages = new Set(
    globSync('console/routes/_app/*.tsx', { cwd: root })
      .map((file) => basename(file, '.tsx'))
      .filter((name) => !name.includes('$'))
      .map((name) => `/${name.replaceAll('_.', '.').split('.').join('/')}`.replace(/\/index$/, '') || '/'),
  );
  const named = new Set(
    namedPagesFor('owner')
      .filter(({ isPublic }) => !isPublic)
      .map(({ path }) => path),
  );
  expectNone([
    ...[...pages.difference(named)].map(
      (path) => `No way leads to the page ${path}. Add it to NAVIGATION or BESIDE in console/entities/pages.ts.`,
    ),
    ...[...named.difference(pages)].map(
      (path) => `console/entities/pages.ts leads to ${path}, which is no page: console/routes/_app/ has none.`,
    ),
  ]);
});
