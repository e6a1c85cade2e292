import { expect, test } from 'vitest';
import { shownMessage, withCauses } from '../../../../platform/runtime/error-texts.ts';
import { translate } from '../../../../store/eventstoredb/errors.ts';

test('An error is told with its causes, each text once', () => {
  const cause = new Error('connect ECONNREFUSED 10.0.0.5:2113');
  expect(withCauses(new Error('It cannot be reached.', { cause }))).toBe(
    'It cannot be reached. connect ECONNREFUSED 10.0.0.5:2113',
  );
  expect(withCauses(new Error(`It failed: ${cause.message}.`, { cause }))).toBe(`It failed: ${cause.message}.`);
});

test('Only errors of our own are shown to people', () => {
  expect(shownMessage(new Error('The rebuild stopped.'))).toBe('The rebuild stopped.');
  const foreign = [
    Object.assign(new Error('ENOENT: /srv/oak/log.db'), { code: 'ENOENT', syscall: 'open' }),
    Object.assign(new Error('no such table: "documents leads"'), { errcode: 1 }),
  ];
  for (const error of foreign) expect(shownMessage(error)).not.toMatch(/oak|table/);
});

test('The host of a server that cannot be reached is in the cause only', () => {
  const cause = Object.assign(new Error('14 UNAVAILABLE: connect ECONNREFUSED 10.0.0.5:2113'), { code: 14 });
  const told = translate(cause) as Error;
  expect(told).toMatchObject({ name: 'StoreUnavailable', message: 'EventStoreDB cannot be reached.', cause });
});
