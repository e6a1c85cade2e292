import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CustomerRecord, PropertyRecord, TimelineStep } from '../../../api/customers/schema.ts';
import { type Pages, pagedQuery } from '../../data/paged-query.ts';
import { customerKind } from '../../entities/customer/customer-kind.ts';
import { leadKind } from '../../entities/lead/lead-kind.ts';
import {
  EarlierSteps,
  groupByAct,
  HistoryAct,
  HistoryPlaces,
  STEPS,
  useRestore,
} from '../../records/record-history.tsx';
import type { RecordKind } from '../../records/record-kind.ts';
import { DataArea } from '../../ui/data-area.tsx';

/** Of what a customer's timeline tells: a new area adds its kind here. */
const KINDS: Readonly<Record<string, RecordKind<never>>> = { customer: customerKind, lead: leadKind };

function timelineQuery(id: string) {
  return pagedQuery({
    queryKey: ['customer', id, 'timeline'],
    meta: { collections: ['customers', 'leads'] },
    path: `/api/customers/${encodeURIComponent(id)}/timeline`,
    limit: STEPS,
    select: stepsOf,
  });
}

/** Oldest first, as histories are grouped. */
function stepsOf({ pages }: Pages<TimelineStep>): TimelineStep[] {
  return pages.flatMap(({ records }) => records).toReversed();
}

/** All that happened with a customer, the newest first: their own steps, and those of their lead. */
export function CustomerTimeline({ customer, mayChange }: { customer: CustomerRecord; mayChange: boolean }) {
  const query = useInfiniteQuery(timelineQuery(customer.id));
  const restore = useRestore(customerKind, customer, {
    title: 'Customer Updated',
    text: 'The earlier value is back.',
    intent: 'success',
  });
  return (
    <DataArea
      query={query}
      firstUse={{ title: 'No history', description: 'This customer has no history.' }}
      filtered={null}
      isEmpty={(steps) => steps.length === 0}
      skeleton={<HistoryPlaces />}
    >
      {(steps) => (
        <>
          <ol className="hw-history">
            {groupByAct(steps.map(withChangedProperties)).map((act) => {
              const [{ category, id }] = act.steps as [TimelineStep];
              const kind = KINDS[category];
              if (!kind) return null;
              const canRestore = mayChange && category === 'customer' && !customer.removed;
              return (
                <HistoryAct
                  key={act.commandId}
                  kind={kind}
                  id={id}
                  act={act}
                  canChange={mayChange}
                  restore={canRestore ? restore : null}
                  about={
                    category === 'lead' && (
                      <Link to="/leads" search={{ lead: id }}>
                        Lead
                      </Link>
                    )
                  }
                />
              );
            })}
          </ol>
          <EarlierSteps query={query} />
        </>
      )}
    </DataArea>
  );
}

/** Of all their properties only those that a step changed. */
function withChangedProperties(step: TimelineStep): TimelineStep {
  const changes = step.changes.map((change) => {
    if (change.field !== 'properties') return change;
    const before = (change.before ?? []) as PropertyRecord[];
    const after = (change.after ?? []) as PropertyRecord[];
    return { ...change, before: withoutThose(before, after), after: withoutThose(after, before) };
  });
  return { ...step, changes };
}

function withoutThose(
  properties: readonly PropertyRecord[],
  others: readonly PropertyRecord[],
): PropertyRecord[] | null {
  const known = new Set(others.map((property) => JSON.stringify(property)));
  const left = properties.filter((property) => !known.has(JSON.stringify(property)));
  return left.length === 0 ? null : left;
}
