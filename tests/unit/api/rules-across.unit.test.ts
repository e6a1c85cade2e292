import { describe, expect, test } from 'vitest';
import { timeOffKind } from '../../../api/hr/record.ts';
import { guardOf } from '../../../api/kit/changes/rules-across.ts';
import type { AnyRecordKind, ApiContext } from '../../../api/kit/context.ts';
import { Rejection } from '../../../domain/kit/decider.ts';
import type { StreamNow } from '../../../platform/commands/stream-fold.ts';
import { Rebuilding } from '../../../platform/runtime/live-read-models.ts';
import { START } from '../../../store/event-store.ts';
import type { Document } from '../../../store/read-models.ts';

const METADATA = {
  actor: 'a',
  correlationId: 'c',
  causationId: null,
  commandId: 'c',
  commandHash: 'h',
  recordedAt: 'r',
};
const REQUEST = { id: 'one', revision: 0, status: 'pending', employeeId: 'lee', startDate: 'a', endDate: 'b' };

const before = {
  stream: 'time_off-one',
  position: START,
  records: new Map([['one', { document: REQUEST, revision: 0n }]]),
} as unknown as StreamNow;
const event = (type: string) => ({ type, data: {}, id: type, stream: before.stream, revision: 1n, metadata: METADATA });

/** A guard over time off. @param reached whether the read models come to where they are awaited */
function guardWith(require: (after: Document) => Promise<void>, reached = true) {
  const across = {
    asksAbout: (after: Document) => after['status'] === 'approved',
    require: (_: unknown, after: Document) => require(after),
  };
  const awaited: string[] = [];
  const waitFor = async (position: string) => {
    awaited.push(position);
    return reached;
  };
  const context = () => ({ readModels: { waitFor } }) as unknown as ApiContext;
  return { guard: guardOf({ all: [{ ...timeOffKind, across } as unknown as AnyRecordKind] }, context), awaited };
}

describe('a rule across records', () => {
  test('A rule across records is asked about what the change makes, and not about other changes', async () => {
    const asked: unknown[] = [];
    const { guard } = guardWith(async ({ status }) => void asked.push(status));
    const append = async () => ({ position: '5' });
    await guard(before, [event('TimeOffDenied')], append);
    expect(asked).toEqual([]);
    await guard(before, [event('TimeOffApproved')], append);
    expect(asked).toEqual(['approved']);
  });

  test('A rule across records is asked about one change at a time, once the read models show the one before', async () => {
    const steps: string[] = [];
    const { guard, awaited } = guardWith(async () => void steps.push('asked'));
    const change = (position: string) =>
      guard(before, [event('TimeOffApproved')], async () => {
        await Promise.resolve();
        steps.push(position);
        return { position };
      });
    await Promise.all([change('1'), change('2')]);
    expect(steps).toEqual(['asked', '1', 'asked', '2']);
    expect(awaited).toEqual(['1']);
  });

  test('A change that a rule across records is asked about waits for read models that are being built', async () => {
    const { guard } = guardWith(async () => undefined, false);
    const approve = () => guard(before, [event('TimeOffApproved')], async () => ({ position: '1' }));
    await approve();
    await expect(approve()).rejects.toBeInstanceOf(Rebuilding);
  });

  test('A change that a rule across records refuses is not appended', async () => {
    const { guard } = guardWith(async () => {
      throw new Rejection('conflict', 'No.');
    });
    let isAppended = false;
    const refused = guard(before, [event('TimeOffApproved')], async () => {
      isAppended = true;
      return { position: '1' };
    });
    await expect(refused).rejects.toBeInstanceOf(Rejection);
    expect(isAppended).toBe(false);
  });
});
