import { memoryState } from '../../support/stores/memory-state.ts';
import { stateContract } from './state.suite.ts';

// What other tests rely on must behave like the real stores.
stateContract('in memory, for tests', async () => {
  let now = Date.UTC(2026, 0, 1);
  return {
    state: memoryState(() => now),
    advance(ms) {
      now += ms;
    },
    async close() {},
  };
});
