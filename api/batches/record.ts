import type { z } from 'zod';
import { batch } from '../../domain/batch/batch.ts';
import { BATCH_KINDS, BATCHES_OF_OUTAGES, BATCHES_OF_RULES, type BatchKind } from '../../domain/batch/terms.ts';
import { type BatchDocument, batches } from '../../projections/batches.ts';
import type { ApiContext } from '../kit/context.ts';
import { shownOf } from '../kit/fields/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import { refusedRecords } from './refused.ts';
import type { batchRecord } from './schema.ts';

function presentBatch(batch: BatchDocument) {
  const { kind, count, planId, isReverted, done, refused } = batch;
  return { ...shownOf({}, batch), kind, count, planId, isReverted, done, refused };
}

async function withRefused(
  context: ApiContext,
  shown: readonly ReturnType<typeof presentBatch>[],
): Promise<z.output<typeof batchRecord>[]> {
  return shown.map((batch) => ({ ...batch, refused: refusedRecords(context, batch.refused) }));
}

/** Its title: `Schedule: 42 jobs`. */
function titleOf({ kind, count }: BatchDocument): string {
  const { label, one, many } = BATCH_KINDS[kind as BatchKind] ?? { label: kind, one: 'record', many: 'records' };
  const others = count - 1;
  const counted = BATCHES_OF_OUTAGES.has(kind) ? others : BATCHES_OF_RULES.has(kind) ? Math.max(1, others) : count;
  return `${label}: ${counted} ${counted === 1 ? one : many}`;
}

/** The kinds of batch that are about emails; but for what rules do and undos of acts, the others are about the schedule. */
const OF_MAILS: ReadonlySet<string> = new Set<BatchKind>(['send_invoices', 'release', 'send_undelivered']);

/** What an act did in any areas goes back from the whole history alone. */
const UNDO: BatchKind = 'undo';

export const batchKind = recordKind({
  decider: batch,
  projection: batches,
  area: 'jobs',
  areaOf({ kind }) {
    if (BATCHES_OF_RULES.has(kind)) return 'insights';
    if (kind === UNDO) return 'history';
    // Whoever takes it back takes back what it recorded, too.
    if (kind === 'machine_down') return 'equipment';
    if (kind === 'absence') return 'timeOff';
    return OF_MAILS.has(kind) ? 'mail' : 'jobs';
  },
  title: titleOf,
  present: presentBatch,
  join: withRefused,
});
