import { openEmbeddedStores } from '../../../store/embedded/stores.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { linkTokensContract } from './link-tokens.suite.ts';
import { type OpenedState, stateContract } from './state.suite.ts';

stateContract('embedded', open);
linkTokensContract('embedded', open);

async function open(): Promise<OpenedState> {
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
}
