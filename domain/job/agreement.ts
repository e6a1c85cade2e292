import { changedFields } from '../kit/changes.ts';
import { partOf } from '../kit/event.ts';
import type { Presence } from '../kit/presence.ts';
import { type JobAgreement, type JobDetails, type JobEvent, NO_JOB_DETAILS, quotedDetails } from './events.ts';
import { type JobLife, reopened } from './life.ts';

// A signed quote becomes a job; a signed change order changes that job.

export interface AgreeOnPlan {
  type: 'AgreeOnPlan';
  /** The job's number, if the job is new. */
  number: number | null;
  customerId: string;
  agreement: JobAgreement;
  /** When the customer signed, ISO UTC. */
  now: string;
}

type Quoted = Pick<JobDetails, keyof typeof quotedDetails.shape>;

/** The parts of a job that a signature may change. */
interface JobNow {
  details: JobDetails;
  life: JobLife;
  agreement: JobAgreement | null;
  isErased?: true;
}

/**
 * The step of a process, never refused. A removed or cancelled job is to be done again, and so is a completed one if
 * more work was signed for than was agreed before.
 */
export function agreeOn({ number, customerId, agreement, now }: AgreeOnPlan, job: Presence<JobNow>): JobEvent[] {
  const agreed: JobEvent = { type: 'JobPlanAgreed', data: { ...agreement, agreedAt: now } };
  const quoted = partOf(quotedDetails, agreement);
  if (job.presence === 'absent') {
    const details = { ...NO_JOB_DETAILS, ...quoted };
    return [{ type: 'JobCreated', data: { number, customerId, ...details, createdAt: now } }, agreed];
  }
  if (job.isErased || (job.agreement && job.agreement.quoteVersion >= agreement.quoteVersion)) return [];
  const changes = changedFields(planned(quoted, job), job.details);
  return [
    ...(job.presence === 'removed' ? [{ type: 'JobRestored', data: {} } as const] : []),
    ...(isToBeDoneAgain(agreement, job) ? [reopened(job.life)] : []),
    agreed,
    ...(Object.keys(changes).length === 0 ? [] : [{ type: 'JobRevised', data: changes } as const]),
  ];
}

/** A new price or less work is no reason to go back to a completed job. */
function isToBeDoneAgain({ items }: JobAgreement, { life, agreement }: JobNow): boolean {
  if (life.status !== 'completed') return life.status === 'cancelled';
  return !items.every(({ id, service, description, quantity }) => {
    const before = agreement?.items.find((item) => item.id === id);
    return before?.service === service && before.description === description && before.quantity >= quantity;
  });
}

/**
 * The details after a signed change: the price is the quote's, whatever a person has changed since the last signature
 * stays, and no hazard is ever removed.
 */
function planned(quoted: Quoted, { details, agreement }: JobNow): Partial<JobDetails> {
  const said = agreement ? changedFields(partOf(quotedDetails, details), partOf(quotedDetails, agreement)) : quoted;
  const followed = Object.entries(quoted).filter(([field]) => !(field in said));
  const hazards = [...new Set([...details.hazards, ...quoted.hazards])];
  return { ...Object.fromEntries(followed), amount: quoted.amount, hazards };
}
