import { Rejection } from '../../domain/kit/decider.ts';
import { jobClocks, RUNNING } from '../../projections/job-clocks.ts';
import { jobs } from '../../projections/jobs.ts';
import type { ApiContext } from '../kit/context.ts';
import { findRecord } from '../kit/records.ts';
import { jobKind } from './record.ts';

/** What is sent within this time of its happening was done with the other clock in view. */
const PROMPT_MS = 60_000;

/**
 * Refuses to start a clock while another one runs for the same crew. What a phone without signal did earlier is not
 * refused, because it was done: timesheets count the time of two clocks once, and say that they overlap. Neither is an
 * undo, which takes back a stop.
 * @param at when it happened, ISO UTC, as `now`
 * @throws Rejection 409 with the job whose clock runs
 */
export async function requireOneClock(context: ApiContext, id: string, at: string, now: string): Promise<void> {
  if (Date.parse(now) - Date.parse(at) > PROMPT_MS) return;
  const models = context.readModels.peek();
  const crewId = (await findRecord(context, jobKind, id))?.crewId;
  if (!models || !crewId) return;
  const { documents } = await models.find(jobClocks.collection, {
    where: { crewId, ends: RUNNING },
    order: { field: 'ends', direction: 'asc' },
    limit: 10,
  });
  const other = documents.find((each) => each.id !== id && !each.isRemoved && each.spells.at(-1)?.crewId === crewId);
  if (!other) return;
  const job = (await models.get(jobs.collection, [other.id])).get(other.id);
  const name = job?.jobNumber ?? 'another job';
  throw new Rejection('conflict', `The clock of this crew runs on ${name}. Pause or complete ${name} first.`);
}
