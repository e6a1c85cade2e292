import type { StateStore } from '../../../store/state.ts';

/** A real state store with some of its calls made to fail. */
export function stateWith(state: StateStore, changed: Partial<StateStore>): StateStore {
  return {
    get: (key) => state.get(key),
    getMany: (keys) => state.getMany(keys),
    put: (key, value, options) => state.put(key, value, options),
    putNew: (values) => state.putNew(values),
    delete: (key) => state.delete(key),
    list: (prefix, page) => state.list(prefix, page),
    close: () => state.close(),
    ...changed,
  };
}
