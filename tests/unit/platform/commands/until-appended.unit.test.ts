import { expect, test } from 'vitest';
import { TooBusy, untilAppended } from '../../../../platform/commands/until-appended.ts';
import { StoreUnavailable, WrongExpectedRevision } from '../../../../store/event-store.ts';

/** Each look at it is later than any patience. */
function hasty(): () => number {
  let now = 0;
  return () => (now += 60_000);
}

test('Whoever is refused because others go on changing the record is told so', async () => {
  let revision = 0n;
  const trying = untilAppended(hasty(), async () => {
    throw new WrongExpectedRevision('lead-1', revision++);
  });
  await expect(trying).rejects.toBeInstanceOf(TooBusy);
});

test.each(['none', 7n] as const)(
  'Whoever is refused twice at the revision %s, which nobody changed, is told to wait',
  async (expected) => {
    const trying = untilAppended(hasty(), async () => {
      throw new WrongExpectedRevision('lead-1', expected);
    });
    await expect(trying).rejects.toBeInstanceOf(StoreUnavailable);
  },
);

test('Whoever was refused once tries again, however long that took', async () => {
  const trying = untilAppended(hasty(), async (isAgain) => {
    if (!isAgain) throw new WrongExpectedRevision('lead-1', 0n);
    return 'appended';
  });
  expect(await trying).toBe('appended');
});
