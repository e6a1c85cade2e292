// What the composition loads, at once and only where EventStoreDB is used.
export { openEventStoreDB } from './event-store.ts';
export { whyUnreachable } from './reachability.ts';
