import type { CurrentUser } from '../../platform/http/access.ts';
import type { CollectionDefinition, Document, Query } from '../../store/read-models.ts';
import type { AnyRecordKind, ApiContext } from './context.ts';

/** The time at which a query is asked. */
export interface Moment {
  /** ISO UTC. */
  now: string;
  /** The company's current day, `YYYY-MM-DD`. */
  today: string;
  /** The company's time zone, by its IANA name. */
  zone: string;
}

/** Why one record waits for a person. */
export interface Waiting {
  /** Shown before the day, in a line below the record's name: `Due`. */
  note: string;
  /** `YYYY-MM-DD` in the company's time zone. */
  day: string;
}

/**
 * Records of one kind that wait for a person, such as machines whose maintenance is overdue. An area declares them in
 * its `attention.ts` and names them in `api/areas.ts`; the first page then shows them to everybody who may read them.
 */
export interface Attention<Doc extends Document = Document> {
  /** Its id in answers and in queries: `overdue-maintenance`. */
  id: string;
  /** The heading over them, beside their count: `Overdue maintenance`. */
  label: string;
  kind: AnyRecordKind;
  /** Where they are found, if not in the kind's own collection. */
  collection?: CollectionDefinition;
  /** Selects them, the most pressing first. An index must serve it; the start checks that. */
  query(moment: Moment): Required<Pick<Query, 'where' | 'order'>>;
  /** The page of the console that lists just these; without one the first page lists them all. */
  page?: string;
  /** Those who reach only their own records of the kind are shown what waits of these; without it, nothing. */
  own?: true;
  waiting(document: Doc, moment: Moment): Waiting;
  /** What to call the record here, if not by the kind's own title. */
  title?(document: Doc): string;
}

/** Records of one kind that wait for a person by a rule that no query can ask, such as visits that cannot go as planned. */
export interface RuledAttention extends Pick<Attention, 'id' | 'label' | 'kind' | 'page' | 'own'> {
  /**
   * How many wait, and the first of them as records of the kind, of those that the person reaches.
   * @param limit of the records
   */
  waiting(context: ApiContext, person: CurrentUser, limit: number): Promise<RuledWaiting>;
}

interface RuledWaiting {
  count: number;
  records: readonly (Waiting & { id: string; title: string | null })[];
}

/** What waits for the owner and is no record, such as a backup that failed. The first page shows it as one line. */
export interface Standing {
  /** Its id in answers, like those of the others. */
  id: string;
  /** The heading over it. */
  label: string;
  /** What to call it, and why and since when; null while nothing waits. */
  waiting(context: ApiContext, moment: Moment): (Waiting & { title: string }) | null;
}

/** Declares what waits for a person. */
export function attention<Doc extends Document>(declared: Attention<Doc>): Attention {
  // Safe: the searched collection holds documents of this type.
  return declared;
}
