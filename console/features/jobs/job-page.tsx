import { Callout } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JobRecord } from '../../../api/jobs/schema.ts';
import { serviceLabel } from '../../../domain/job/terms.ts';
import { may } from '../../../domain/user/terms.ts';
import { isNotFound } from '../../data/api.ts';
import { useRefusedOf } from '../../data/device/queue.ts';
import { useNewest } from '../../data/told.ts';
import { changesOwn } from '../../entities/account/rights.ts';
import type { PageProps } from '../../entities/account/session.ts';
import { crewsQuery } from '../../entities/crew/crew.ts';
import { useJobAsDone } from '../../entities/job/acts.ts';
import { withDoubts } from '../../entities/job/doubts.ts';
import { jobName, jobTitle, photosOfQuote } from '../../entities/job/job.ts';
import { jobKind } from '../../entities/job/job-kind.ts';
import { JobStatusTag, PriorityTag } from '../../entities/job/job-tags.tsx';
import { useLoadedJob } from '../../entities/job/loaded-job.ts';
import { MailSection, UnsentMails } from '../../entities/mail/mail-section.tsx';
import { staffQuery } from '../../entities/person/person.ts';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { Photos } from '../../photos/photos.tsx';
import { Refused } from '../../records/edit/not-sent.tsx';
import { RecordEdit } from '../../records/edit/record-edit.tsx';
import { RemovedMeanwhile, useForgetErased } from '../../records/list/removed.tsx';
import { LoadingPage } from '../../records/record/loading-page.tsx';
import { RecordDetails } from '../../records/record/record-details.tsx';
import { RecordHistory, useRestore } from '../../records/record/record-history.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { useIsSmall } from '../../ui/layout/use-media.ts';
import { Nothing } from '../../ui/status/data-area.tsx';
import { CrewActions, JobActions, JobDialogs } from './job-actions.tsx';
import { JobClock } from './job-clock.tsx';
import { JobCosts } from './job-costs.tsx';
import { DepositOfEnded, isWorkOff, useDepositOf } from './job-deposit.tsx';
import { JobHours } from './job-hours.tsx';
import { JobNotes } from './job-notes.tsx';
import { JobPhotoConsent } from './job-photo-consent.tsx';
import { JobPlan } from './job-plan.tsx';
import { JobReview } from './job-review.tsx';
import { JobSite, JobWork } from './job-site.tsx';
import type { JobSearch } from './jobs-search.ts';

interface JobPageProps extends PageProps<JobSearch> {
  id: string;
}

/** One job: where, for whom, its hazards, the work, and the clock. */
export function JobPage(props: JobPageProps) {
  // Together with its crew and time zone, which are at the top.
  const query = useLoadedJob(props.id, useQuery(settingsQuery), useQuery(crewsQuery), useQuery(staffQuery));
  if (!query.data && isNotFound(query.error)) return <NoSuchJob />;
  if (query.data) return <Job key={query.data.id} {...props} job={query.data} />;
  return <LoadingPage title="Job" className="hw-job-page" query={query} />;
}

function NoSuchJob() {
  return (
    <Page title="Job">
      <Nothing title="Job not found" description="The link may be wrong." action={<Link to="/jobs">All jobs</Link>} />
    </Page>
  );
}

function Job(props: JobPageProps & { job: JobRecord }) {
  const { account, search, onSearch } = props;
  const job = useJobAsDone(useNewest(props.job));
  const refused = useRefusedOf(job.id);
  const deposit = useDepositOf(job, isWorkOff(job));
  const isSmall = useIsSmall();
  useForgetErased(job.erased ? [job.id] : []);
  const kind = jobKind(job.customerId);
  const { mayChange, canChange, canWork } = rightsOn(job, account.role);
  const saved = { title: 'Job Updated', text: 'The job has been saved.', intent: 'success' } as const;
  const restore = useRestore(kind, job, saved);
  const isEdited = search.edit === true && canChange;
  const clock = <JobClock job={job} canChange={canWork} />;

  return (
    <Page
      title={jobName(job)}
      actions={
        mayChange ? (
          <JobActions job={job} kind={kind} canChange={canChange} onSearch={onSearch} />
        ) : (
          canWork && <CrewActions job={job} onSearch={onSearch} />
        )
      }
    >
      {job.removed && search.edit && <RemovedMeanwhile kind={kind} record={job} />}
      <JobLine job={job} />
      {typeof deposit === 'object' && <DepositOfEnded deposit={deposit} act="cancel" />}
      <Refused all={refused} />
      {job.erased && (
        <Callout>
          The personal data of this job was erased for good, with its customer. What stays is that it was done, and
          when.
        </Callout>
      )}
      {isEdited ? (
        <Section title="Details">
          <RecordEdit
            kind={kind}
            record={job}
            saved={(now) => withDoubts(saved, now)}
            onDone={() => onSearch({ edit: undefined })}
          />
        </Section>
      ) : (
        <>
          <div className="hw-job-page">
            <div>
              <JobSite job={job} canChange={canChange} />
              <JobWork job={job} />
              <Section>
                <Photos
                  category="job"
                  recordId={job.id}
                  canChange={canWork}
                  keptFor={jobTitle(job)}
                  also={photosOfQuote(job)}
                />
                <JobPhotoConsent job={job} account={account} canChange={canWork} />
              </Section>
              <JobNotes job={job} account={account} canChange={canWork} />
              <Section title="Details">
                <RecordDetails fields={kind.fields.filter(({ name }) => !SHOWN_ABOVE.has(name))} record={job} />
              </Section>
            </div>
            <div>
              {!isSmall && clock}
              <JobPlan job={job} canChange={canChange} onSchedule={() => onSearch({ do: 'schedule' })} />
              <JobHours job={job} canChange={canWork} />
              <JobCosts job={job} canChange={canChange} />
              <JobReview job={job} />
              <UnsentMails about={{ category: 'job', recordId: job.id }} canChange={canChange} />
              <MailSection about={{ category: 'job', recordId: job.id }} />
              <Section title="History">
                <RecordHistory kind={kind} id={job.id} canChange={mayChange} restore={canChange ? restore : null} />
              </Section>
            </div>
          </div>
          {/* Within reach of the thumb. */}
          {isSmall && clock}
        </>
      )}
      {(canChange || (canWork && search.do === 'hold')) && (
        <JobDialogs job={job} open={search.do} onClose={() => onSearch({ do: undefined })} />
      )}
    </Page>
  );
}

/** Whoever is in its crew does the work; the office and the estimators also plan it. */
function rightsOn({ erased, removed }: JobRecord, role: string) {
  const mayChange = may(role, 'jobs:change') && !erased;
  return { mayChange, canChange: mayChange && !removed, canWork: changesOwn(role, 'jobs') && !erased && !removed };
}

/** Its number, status and kind. */
function JobLine({ job }: { job: JobRecord }) {
  const { jobNumber, status, priority, title, customerName, serviceType, removed, invoiceId, nothingToInvoice } = job;
  return (
    <p className="hw-job-line">
      <Link to="/jobs">Jobs</Link>
      {jobNumber && <strong>{jobNumber}</strong>}
      <JobStatusTag status={status} />
      {priority !== 'normal' && <PriorityTag priority={priority} />}
      <span>{title && customerName ? title : serviceLabel(serviceType)}</span>
      {invoiceId && (
        <Link to="/invoices" search={{ invoice: invoiceId }}>
          Invoice
        </Link>
      )}
      {nothingToInvoice && <span>{['Nothing to invoice', nothingToInvoice.reason].filter(Boolean).join(': ')}</span>}
      {removed && <strong>Removed</strong>}
    </p>
  );
}

/** Fields shown above the details. */
const SHOWN_ABOVE = new Set([
  'title',
  'address',
  'propertyId',
  'description',
  'serviceType',
  'priority',
  'crewId',
  'minimumCrewSize',
  'hazards',
  'safetyNotes',
  'accessInstructions',
  'specialRequirements',
  'requiredSkills',
  'requiredEquipment',
]);
