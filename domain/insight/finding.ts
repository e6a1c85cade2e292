import { z } from 'zod';

/** A record that a finding rests on. */
export const evidence = z.object({
  /** The category of its stream: `invoice`. */
  kind: z.string(),
  id: z.string(),
  /** Why it counts, without the name of anybody. */
  why: z.string(),
});
export type Evidence = z.output<typeof evidence>;

/**
 * What a detector found, as it is stored. Its texts name no person and no record: `{0}` stands for the first evidence,
 * and is filled with its title when somebody reads it. They hold no days that go by ("for 12 days"), so that the same
 * fact has the same text tomorrow.
 */
export const findingDetails = z.object({
  /** One of INSIGHT_TYPES. */
  insightType: z.string(),
  /** One of INSIGHT_CATEGORIES. */
  category: z.string(),
  /** One of INSIGHT_SEVERITIES. */
  severity: z.string(),
  title: z.string(),
  description: z.string(),
  actionItems: z.array(z.string()),
  /** The sum or the test that it rests on, in words; null of one that a person entered. */
  basis: z.string().nullable(),
  /** The worst first, at most MOST_EVIDENCE. */
  evidence: z.array(evidence),
  /** One of INSIGHT_ACTS, on the first evidence; null if there is none. */
  opens: z.string().nullable(),
  /** How bad it is, in the detector's own unit: it is raised again when this has grown by a quarter. */
  measure: z.number().nullable(),
  /** What is at stake, in integer cents; null if nobody can say. */
  worth: z.int().nullable(),
});
export type FindingDetails = z.output<typeof findingDetails>;

/** A finding with what makes it the same as yesterday's: its subject is a record's id, or what it is about. */
export interface Finding extends FindingDetails {
  subject: string;
}
