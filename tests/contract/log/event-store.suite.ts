import { describe } from 'vitest';
import type { OpenLog } from '../../support/stores/log-under-test.ts';
import { appending } from './event-store-appending.suite.ts';
import { decoding } from './event-store-decoding.suite.ts';
import { reading } from './event-store-reading.suite.ts';
import { subscribing } from './event-store-subscribing.suite.ts';

/**
 * What every event store does, whatever it is built on.
 * @param open makes an empty log for one test
 */
export function eventStoreContract(name: string, open: OpenLog): void {
  describe(`event store: ${name}`, () => {
    describe('appending', () => appending(open));
    describe('reading', () => reading(open));
    describe('subscribing', () => subscribing(open));
    describe('decoding', () => decoding(open));
  });
}
