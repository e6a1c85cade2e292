import { openEmbeddedStores } from '../../store/embedded/stores.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { stateContract } from './state.suite.ts';

stateContract('embedded', async () => {
  const folder = await tempFolder();
  let now = Date.UTC(2026, 0, 1);
  const stores = await openEmbeddedStores({ folder: folder.path, now: () => now, durable: false });
  return {
    state: stores.state,
    advance(ms) {
      now += ms;
    },
    async close() {
      await stores.close();
      await folder.remove();
    },
  };
});
