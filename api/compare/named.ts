import { erasures } from '../../domain/index.ts';
import type { AuditEvent } from '../audit/schema.ts';
import type { ApiContext, RecordRef } from '../kit/context.ts';
import { keyOf, recordsOf } from '../kit/titles.ts';
import type { Difference } from './differences.ts';

/**
 * The records whose name a row shows, where it shows another one at the later moment: a job its customer, who was renamed. Of
 * each row, in the order of its fields; the record that a row is itself is none of them.
 */
export async function namedIn(
  context: Pick<ApiContext, 'readModels' | 'kinds'>,
  differences: readonly Difference[],
): Promise<RecordRef[][]> {
  const ids = differences.map((each) => [
    ...new Set(each.changes.flatMap(({ field }) => idNamedBy(each, field) ?? [])),
  ]);
  // An id says nothing of its kind; a person may be one with an account, on People, or both.
  const asked = ids.flat().flatMap((id) => context.kinds.all.map(({ category }) => ({ category, id })));
  const known = await recordsOf(context, asked);
  return ids.map((own) =>
    own.flatMap((id) =>
      context.kinds.all.map(({ category }) => ({ category, id })).filter((record) => known.has(keyOf(record))),
    ),
  );
}

/** The id that a field shows the name of, the same at both moments; null if it shows none. */
function idNamedBy({ id: own, before, after }: Difference, field: string): string | null {
  const stem = field.replace(/Name$/, '');
  const id = after?.[`${stem}Id`] ?? (stem === field ? null : after?.[stem]);
  const was = before?.[`${stem}Id`] ?? (stem === field ? null : before?.[stem]);
  return typeof id === 'string' && id === was && id !== own ? id : null;
}

/** Whether an event gives a record another name, or takes it away. */
export function isNaming({ type, data }: AuditEvent): boolean {
  if (type !== null && erasures.has(type)) return true;
  return Object.keys(data ?? {}).some((field) => /^(title|label|company)$|name$/i.test(field));
}
