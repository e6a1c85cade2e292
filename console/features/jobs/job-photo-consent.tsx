import { Button } from '@blueprintjs/core';
import type { JobRecord } from '../../../api/jobs/schema.ts';
import { useQueue, useWaitingOf } from '../../data/device/queue.ts';
import type { Account } from '../../entities/account/session.ts';
import { type JobStep, saysConsent, useJobSteps } from '../../entities/job/acts.ts';
import { Day } from '../../ui/values/day.tsx';
import { useNameOf } from './name-of.ts';

interface JobPhotoConsentProps {
  job: JobRecord;
  account: Account;
  canChange: boolean;
}

/** Whether the customer agrees that photos of the job are shown in public, as far as anybody asked. */
export function JobPhotoConsent({ job, account, canChange }: JobPhotoConsentProps) {
  const { id, photoConsent, customerId, erased } = job;
  const steps = useJobSteps(job);
  const { isCutOff } = useQueue();
  const waits = useWaitingOf(id).some(({ step }) => step && saysConsent(step as JobStep));
  if (customerId === null || erased) return null;
  const isGiven = photoConsent?.isGiven ?? null;
  return (
    <section className="hw-photo-consent" aria-label="Photos in public">
      <p>
        {photoConsent ? <Said consent={photoConsent} account={account} /> : UNKNOWN}
        {waits && <span className="hw-muted">{isCutOff ? ' · Waiting for signal' : ' · Sending…'}</span>}
      </p>
      {canChange && (
        <p className="hw-row-acts">
          {isGiven !== true && (
            <Button
              size="small"
              text="Customer agrees"
              disabled={steps.isPending}
              onClick={() => steps.mutate({ act: 'give-photo-consent' })}
            />
          )}
          {isGiven !== false && (
            <Button
              size="small"
              text={isGiven ? 'Customer took it back' : 'Customer does not agree'}
              disabled={steps.isPending}
              onClick={() => steps.mutate({ act: 'take-back-photo-consent' })}
            />
          )}
        </p>
      )}
    </section>
  );
}

const UNKNOWN = 'Nobody has recorded whether the customer agrees that photos of this job are shown in public.';

function Said({ consent, account }: { consent: NonNullable<JobRecord['photoConsent']>; account: Account }) {
  const nameOf = useNameOf(account);
  const { isGiven, recordedBy, at } = consent;
  return (
    <>
      {isGiven
        ? 'The customer agrees that photos of this job are shown in public. '
        : 'The customer does not want photos of this job shown in public. '}
      <span className="hw-muted">
        {recordedBy === null ? 'They said so with their review on ' : `${nameOf(recordedBy)} recorded it on `}
        <Day iso={at} />.
      </span>
    </>
  );
}
