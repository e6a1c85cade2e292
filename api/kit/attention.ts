import type { CollectionDefinition, Document, Query } from '../../store/read-models.ts';
import type { AnyRecordKind } from './context.ts';

/** When it is. */
export interface Moment {
  /** ISO UTC. */
  now: string;
  /** Where the company is, `YYYY-MM-DD`. */
  today: string;
  /** The company's, by its IANA name. */
  zone: string;
}

/** Why one record waits for a person. */
export interface Waiting {
  /** Before the day, in a line below the record's name: `Due`. */
  note: string;
  /** `YYYY-MM-DD` where the company is. */
  day: string;
}

/**
 * Records of one kind that wait for a person, such as machines whose maintenance is overdue. An area declares them in
 * its `attention.ts` and names them in `api/areas.ts`; the first page then tells of them to everybody who may read them.
 */
export interface Attention<Doc extends Document = Document> {
  /** In the answer, and in what is asked for: `overdue-maintenance`. */
  id: string;
  /** Above them, beside how many there are: `Overdue maintenance`. */
  label: string;
  kind: AnyRecordKind;
  /** Where they are found, where that is not the kind's own collection. */
  collection?: CollectionDefinition;
  /** Which they are, the most pressing first. An index serves it; the start sees to that. */
  query(moment: Moment): Required<Pick<Query, 'where' | 'order'>>;
  /** The page of the console that lists just these; without one the first page lists them all. */
  page?: string;
  waiting(document: Doc, moment: Moment): Waiting;
  /** What names the record here, where that is not the kind's own title. */
  title?(document: Doc): string;
}

/** Declares what waits for a person. */
export function attention<Doc extends Document>(declared: Attention<Doc>): Attention {
  // The collection that is searched holds its documents.
  return declared as unknown as Attention;
}
