import { afterAll, beforeAll, describe } from 'vitest';
import { CHANGES_HELD, type ReadModelStore } from '../../../store/read-models.ts';
import { buildContract } from './read-models-build.suite.ts';
import { commitContract } from './read-models-commit.suite.ts';
import { cursorContract } from './read-models-cursor.suite.ts';
import { findContract } from './read-models-find.suite.ts';
import { propertyContract } from './read-models-property.suite.ts';
import { searchContract } from './read-models-search.suite.ts';
import { sumContract } from './read-models-sum.suite.ts';
import { watchContract } from './read-models-watch.suite.ts';

export interface OpenedReadModels {
  store: ReadModelStore;
  close(): Promise<void>;
}

/**
 * What every adapter of the read-model port does.
 * @param options.cases random cases in `npm test`
 * @param options.changesHeld what it was opened with
 */
export function readModelContract(
  name: string,
  open: () => Promise<OpenedReadModels>,
  { cases = 40, changesHeld = CHANGES_HELD }: { cases?: number; changesHeld?: number | undefined } = {},
): void {
  describe(`the read models: ${name}`, () => {
    let opened: OpenedReadModels;

    beforeAll(async () => {
      opened = await open();
    });

    afterAll(() => opened?.close());

    const store = () => opened.store;
    findContract(store);
    cursorContract(store);
    searchContract(store);
    commitContract(store);
    watchContract(store, changesHeld);
    buildContract(store);
    propertyContract(store, cases);
    sumContract(store);
  });
}
