import { openEmbeddedReadModels } from '../../store/embedded/read-models/store.ts';
import { tempFolder } from '../support/temp-folder.ts';
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
