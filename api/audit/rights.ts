import { partsOfStream } from '../../domain/kit/event.ts';
import { type Area, may, type Need } from '../../domain/user/terms.ts';
import type { CurrentUser } from '../../platform/http/access.ts';
import { isDecoded, type LogEntry, type StoredEvent } from '../../store/event-store.ts';
import type { RecordKinds } from '../kit/context.ts';
import { hiddenFrom } from '../kit/rights.ts';

/** In whose area streams are that hold no kind of record, by their category. */
const OF_NO_KIND: Readonly<Record<string, Area>> = {
  numbering: 'history',
  campaign_part: 'marketing',
  campaign_response: 'marketing',
};

/** Which owners alone have. */
const OF_OWNERS: Need = 'accounts:change';

/** What a person is told of the events of the whole log. */
export interface AuditRights {
  /** The right that the events of a category's streams take and the person lacks; null: they are told. */
  lacking(category: string): Need | null;
  /** Of the fields of an event's data, those that are not told. */
  hidden(category: string, fields: readonly string[]): ReadonlySet<string>;
}

/**
 * What a role may know of the log, by the same table and the same rules as of the records: the auditor is told neither
 * what people are paid nor what their reviews say. A category that nobody has placed is the owner's alone. The areas of
 * batches, which only their documents tell, are all read by whoever reads the history.
 */
export function auditRights({ all }: Pick<RecordKinds, 'all'>, person: CurrentUser): AuditRights {
  const kinds = Map.groupBy(all, ({ decider }) => decider.category);
  const known = new Map<string, Need | null>();

  function needsOf(category: string): readonly Need[] {
    const placed = OF_NO_KIND[category];
    const areas = placed ? [placed] : (kinds.get(category) ?? []).map(({ area }) => area);
    return areas.length > 0 ? areas.map((area): Need => `${area}:read`) : [OF_OWNERS];
  }

  return {
    lacking(category) {
      const before = known.get(category);
      if (before !== undefined) return before;
      const lacking = needsOf(category).find((need) => !may(person.role, need)) ?? null;
      known.set(category, lacking);
      return lacking;
    },
    hidden(category, fields) {
      const limited = (kinds.get(category) ?? []).filter((kind) => kind.limited !== undefined);
      return new Set(limited.flatMap((kind) => hiddenFrom(person, kind, fields)));
    },
  };
}

/** Whether somebody is told all that is stored of an event: as its texts are sealed, what is decoded counts too. */
export function isShown(rights: AuditRights, { stream, data }: StoredEvent, entry: LogEntry | undefined): boolean {
  if (!isShownWhole(rights, stream, JSON.parse(data) as object)) return false;
  return !entry || !isDecoded(entry) || isShownWhole(rights, stream, entry.data as object);
}

/** Whether somebody is told all fields of an event. @param data as it is stored, or in its newest version */
function isShownWhole(rights: AuditRights, stream: string, data: object): boolean {
  const { category } = partsOfStream(stream);
  return rights.lacking(category) === null && rights.hidden(category, Object.keys(data)).size === 0;
}
