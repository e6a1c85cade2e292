import { expect, test } from 'vitest';
import { shownMessage, withCauses, withWayOut } from '../../../../platform/runtime/error-texts.ts';
import { translate } from '../../../../store/eventstoredb/errors.ts';

test('An error is told with its causes, each text once', () => {
  const cause = new Error('connect ECONNREFUSED 10.0.0.5:2113');
  expect(withCauses(new Error('It cannot be reached.', { cause }))).toBe(
    'It cannot be reached. connect ECONNREFUSED 10.0.0.5:2113',
  );
  expect(withCauses(new Error(`It failed: ${cause.message}.`, { cause }))).toBe(`It failed: ${cause.message}.`);
});

test('What the system refused is told at a terminal with what to do', () => {
  const refused = (code: string) => withWayOut(Object.assign(new Error(`${code}: /srv/oak`), { code }));
  expect(refused('EACCES')).toMatch(/^EACCES: \/srv\/oak\. The user that runs this may not do that: run it as /);
  expect(refused('ENOSPC')).toBe('ENOSPC: /srv/oak. The disk is full: make room, or name another place.');
  const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
  expect(withWayOut(full)).toBe('database or disk is full. The disk is full: make room, or name another place.');
  expect(refused('EMFILE')).toBe('EMFILE: /srv/oak');
  expect(withWayOut(new Error('It failed.', { cause: new Error('Why.') }))).toBe('It failed. Why.');
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
