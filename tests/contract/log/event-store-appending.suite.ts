import { expect, test } from 'vitest';
import {
  AppendRefused,
  MAX_APPEND_BYTES,
  MAX_APPEND_EVENTS,
  START,
  WrongExpectedRevision,
} from '../../../store/event-store.ts';
import { idsOf, note, notes } from '../../support/samples/event-samples.ts';
import { type OpenLog, useLog } from '../../support/stores/log-under-test.ts';

/** Expected revisions, repeats and limits. */
export function appending(open: OpenLog): void {
  const log = useLog(open);

  test('Of two appends that expect no stream, one is written', async () => {
    const { store } = log();
    const outcomes = await Promise.allSettled([
      store.append('note-1', [note('one')], 'none'),
      store.append('note-1', [note('other')], 'none'),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(refused?.reason).toBeInstanceOf(WrongExpectedRevision);
    expect(await store.readStream('note-1')).toHaveLength(1);
  });

  test('Of many appends at one revision, one is written', async () => {
    const { store } = log();
    await store.append('note-1', notes(3), 'none');
    const appends = notes(16, 'at once').map((event) => store.append('note-1', [event], 2n));
    const outcomes = await Promise.allSettled(appends);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(15);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(WrongExpectedRevision);
    expect(await store.readStream('note-1')).toHaveLength(4);
  });

  test.each([
    ['a stale revision', 0n],
    ['no stream, where there is one', 'none'],
    ['a revision that is not there yet', 5n],
  ] as const)('An append that expects %s conflicts and writes nothing', async (_, expected) => {
    const { store } = log();
    const first = await store.append('note-1', notes(2), 'none');
    await expect(store.append('note-1', [note('late')], expected)).rejects.toBeInstanceOf(WrongExpectedRevision);
    expect(await store.readStream('note-1')).toHaveLength(2);
    expect(await store.head()).toBe(first.position);
  });

  test('An append to a missing stream conflicts where a revision is expected', async () => {
    const { store } = log();
    await expect(store.append('note-1', [note('first')], 0n)).rejects.toBeInstanceOf(WrongExpectedRevision);
    expect(await store.readStream('note-1')).toEqual([]);
  });

  test('An append answers the revision and position of its last event', async () => {
    const { store } = log();
    expect((await store.append('note-1', notes(3), 'none')).revision).toBe(2n);
    const second = await store.append('note-1', notes(2), 2n);
    const [last] = await store.readStream('note-1', { backwards: true, limit: 1 });
    expect(second).toEqual({ revision: 4n, position: last?.position });
    expect(await store.head()).toBe(second.position);
  });

  test('A repeat of the same ids answers as the first time, also when others follow', async () => {
    const { store } = log();
    const [first, second] = [notes(3, 'first'), notes(2, 'second')];
    const firstAnswer = await store.append('note-1', first, 'none');
    expect(await store.append('note-1', first, 'none')).toEqual(firstAnswer);
    const secondAnswer = await store.append('note-1', second, 2n);
    await store.append('note-1', [note('third')], 4n);
    await store.append('note-2', [note('elsewhere')], 'none');
    expect(await store.append('note-1', second, 2n)).toEqual(secondAnswer);
    expect(await store.append('note-1', first, 'none')).toEqual(firstAnswer);
    expect(await store.readStream('note-1')).toHaveLength(6);
  });

  test('Appends to several streams are written in their order, and all of them again are a repeat', async () => {
    const { store } = log();
    const streams = Array.from({ length: 100 }, (_, at) => `note-${at % 7}`);
    const appends = streams.map((stream, at) => {
      const revision = Math.floor(at / 7);
      return { stream, events: [note(String(at))], expected: revision === 0 ? 'none' : BigInt(revision - 1) } as const;
    });
    await store.appendInOrder(appends);
    const ids = appends.flatMap(({ events }) => idsOf(events));
    expect(idsOf(await store.readAll(START, 200))).toEqual(ids);
    await store.appendInOrder(appends);
    expect(idsOf(await store.readAll(START, 200))).toEqual(ids);
    await store.appendInOrder([]);
  });

  test('Of appends to several streams none is written after one that conflicts', async () => {
    const { store } = log();
    await store.append('note-2', [note('before')], 'none');
    const appending = store.appendInOrder([
      { stream: 'note-1', events: [note('one')], expected: 'none' },
      { stream: 'note-2', events: [note('other')], expected: 'none' },
      { stream: 'note-3', events: [note('later')], expected: 'none' },
    ]);
    await expect(appending).rejects.toThrow('note-2');
    await expect(appending).rejects.toBeInstanceOf(WrongExpectedRevision);
    expect(await store.readStream('note-1')).toHaveLength(1);
    expect(await store.readStream('note-2')).toHaveLength(1);
    expect(await store.readStream('note-3')).toEqual([]);
  });

  test('Repeats that arrive at once are written once', async () => {
    const { store } = log();
    const events = notes(2);
    const answers = await Promise.all(Array.from({ length: 8 }, () => store.append('note-1', events, 'none')));
    expect(new Set(answers.map(({ position }) => position)).size).toBe(1);
    expect(idsOf(await store.readStream('note-1'))).toEqual(idsOf(events));
  });

  test('Ids that are equal only in part conflict', async () => {
    const { store } = log();
    const [a, b, c] = [note('a'), note('b'), note('c')];
    await store.append('note-1', [a, b], 'none');
    const unequal = [[a, c], [c, b], [b, a], [b], [a, b, c]];
    for (const events of unequal)
      await expect(store.append('note-1', events, 'none')).rejects.toBeInstanceOf(WrongExpectedRevision);
    await expect(store.append('note-1', [a, b], 0n)).rejects.toBeInstanceOf(WrongExpectedRevision);
    expect(idsOf(await store.readStream('note-1'))).toEqual([a.id, b.id]);
  });

  test('An append that is empty, too long, too large or holds an event twice is refused, and nothing is written', async () => {
    const { store } = log();
    const same = note('twice');
    const tooLarge = note('x'.repeat(MAX_APPEND_BYTES));
    for (const events of [[], notes(MAX_APPEND_EVENTS + 1), [same, same], [tooLarge]])
      await expect(store.append('note-1', events, 'none')).rejects.toBeInstanceOf(AppendRefused);
    expect(await store.head()).toBe(START);
  });

  test('An append of the greatest number or size is written', async () => {
    const { store } = log();
    const many = await store.append('note-1', notes(MAX_APPEND_EVENTS), 'none');
    expect(many.revision).toBe(BigInt(MAX_APPEND_EVENTS - 1));
    await store.append('note-2', [note('x'.repeat(MAX_APPEND_BYTES - 1_000))], 'none');
    expect(await store.readStream('note-2')).toHaveLength(1);
  });
}
