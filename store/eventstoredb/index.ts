// What the composition root loads, all at once and only when EventStoreDB is used.
export { openEventStoreDB } from './event-store.ts';
export { whyUnreachable } from './reachability.ts';
