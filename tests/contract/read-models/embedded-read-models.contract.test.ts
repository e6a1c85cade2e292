import { expect, test } from 'vitest';
import { openEmbeddedReadModels } from '../../../store/embedded/read-models/store.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { readModelContract } from './read-models.suite.ts';

readModelContract('embedded', async () => {
  const folder = await tempFolder();
  const store = openEmbeddedReadModels({ folder: folder.path, signal: new SharedArrayBuffer(4) });
  return {
    store,
    async close() {
      await store.close();
      await folder.remove();
    },
  };
});

test('Sums are added up along an index, in its order, without a sort', async () => {
  const folder = await tempFolder();
  const store = openEmbeddedReadModels({ folder: folder.path });
  const indexes = [['removed', 'day', 'status', 'cents']];
  const models = await store.create('sums', [{ collection: 'payments', indexes, search: [] }]);
  await models.finishBuild();
  const removed = null;
  for (const query of [
    { where: { removed }, groupBy: ['day'], sum: ['cents'] },
    { where: { removed }, groupBy: ['status'], sum: ['cents'] },
    { where: { removed, day: { gte: '2026-01-01' } }, groupBy: ['status', 'day'], sum: ['cents'] },
    { where: { removed, day: { in: ['2026-01-01', null] } }, groupBy: [], sum: ['cents'] },
    { groupBy: ['removed'], sum: [] },
  ])
    for (const step of models.explainSum('payments', query))
      expect(step).toMatch(
        /^(SEARCH|SCAN) documents payments USING (COVERING )?INDEX payments by removed day status cents/,
      );
  await store.close();
  await folder.remove();
});
