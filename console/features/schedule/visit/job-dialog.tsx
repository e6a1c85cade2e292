import { Button, Callout, Dialog, DialogBody, MenuItem } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { JobRecord } from '../../../../api/jobs/schema.ts';
import { serviceLabel } from '../../../../domain/job/terms.ts';
import { hasRight } from '../../../entities/account/rights.ts';
import { customerKind } from '../../../entities/customer/customer-kind.ts';
import { jobCustomerQuery, jobName, jobPage } from '../../../entities/job/job.ts';
import { jobKind } from '../../../entities/job/job-kind.ts';
import { JobStatusTag, PriorityTag, VisitTimes } from '../../../entities/job/job-tags.tsx';
import { useLoadedJob } from '../../../entities/job/loaded-job.ts';
import { GiveUpRestDialog, restText } from '../../../entities/job/rest.tsx';
import { takesText } from '../../../entities/job/takes.ts';
import { fitInWords, isMovable } from '../../../entities/schedule/placing.ts';
import { RecordContacts } from '../../../records/record/record-details.tsx';
import { ActionBar } from '../../../ui/layout/action-bar.tsx';
import { MoreMenu } from '../../../ui/layout/more-menu.tsx';
import { useIsSmall } from '../../../ui/layout/use-media.ts';
import { DataArea, SkeletonLines } from '../../../ui/status/data-area.tsx';
import { StatusTag } from '../../../ui/status/status-tag.tsx';
import { formatSpan } from '../../../ui/values/format.ts';
import { Money } from '../../../ui/values/money.tsx';

/** The crew size if none was given. */
const USUAL_CREW_SIZE = 2;

interface JobDialogProps {
  id: string;
  zone: string | undefined;
  /** Null for somebody who can only view. */
  acts: JobDialogActs | null;
  /** What stands against its visits. */
  problems: ReactNode;
  onClose(): void;
}

export interface JobDialogActs {
  move(): void;
  /** Asks when what has no visit is done. */
  planRest(): void;
  /** Searches for a place in the schedule. */
  fitIn(): void;
  pin(isPinned: boolean): void;
  unschedule(): void;
}

/** A visit's job: what matters for planning it, and the most common acts. */
export function JobDialog({ id, zone, acts, problems, onClose }: JobDialogProps) {
  const query = useLoadedJob(id);
  return (
    <Dialog isOpen onClose={onClose} title="Job Details" className="hw-dialog">
      <DialogBody>
        <DataArea
          query={query}
          isEmpty={() => false}
          firstUse={{ title: 'Job not found' }}
          filtered={null}
          skeleton={<SkeletonLines lines={8} />}
        >
          {(job) => <Details job={job} zone={zone} acts={acts} problems={problems} />}
        </DataArea>
      </DialogBody>
    </Dialog>
  );
}

function Details({ job, zone, acts, problems }: Omit<JobDialogProps, 'id' | 'onClose'> & { job: JobRecord }) {
  const { customerId, address, hazards, safetyNotes } = job;
  const { data: customer } = useQuery({ ...jobCustomerQuery(customerId ?? ''), enabled: customerId !== null });
  return (
    <div className="hw-job-details">
      <h3>
        <Link to={jobPage(job.id)} className="hw-in-text">
          {jobName(job)}
        </Link>
      </h3>
      <p className="hw-job-line">
        {job.jobNumber && <strong>{job.jobNumber}</strong>}
        <JobStatusTag status={job.status} />
        <PriorityTag priority={job.priority} />
        {job.pinned && <span>Pinned</span>}
      </p>
      {problems}
      <p className="hw-job-address">{address ?? <span className="hw-muted">No address yet</span>}</p>
      {customer ? (
        <RecordContacts kind={{ ...customerKind, placeOf: () => address }} record={customer} />
      ) : (
        <RecordContacts kind={jobKind(null)} record={job} />
      )}
      <Facts job={job} zone={zone} />
      {(hazards.length > 0 || safetyNotes) && (
        <Callout intent="danger" compact icon={<WarningSign />}>
          {[...hazards, safetyNotes].filter(Boolean).join(' · ')}
        </Callout>
      )}
      <Acts job={job} acts={acts} />
    </div>
  );
}

function Facts({ job, zone }: Pick<JobDialogProps, 'zone'> & { job: JobRecord }) {
  return (
    <dl className="hw-facts">
      <Fact name="Service">
        {serviceLabel(job.serviceType)}
        {job.title && `: ${job.title}`}
      </Fact>
      <Texts name="Description" text={job.description} />
      <Fact name="When">
        {job.visits.length === 0
          ? 'No date yet'
          : job.visits.map((visit) => (
              <span key={visit.start}>
                <VisitTimes visit={visit} zone={zone} />
                <br />
              </span>
            ))}
      </Fact>
      <Fact name="Crew">{job.crewName ?? 'Unassigned'}</Fact>
      <Fact name="Takes">
        {takesText(job.items, job.estimatedDuration)}, at least {job.minimumCrewSize ?? USUAL_CREW_SIZE} people
      </Fact>
      {restText(job) && (
        <Fact name="Still to plan">
          <StatusTag tone="amber">{restText(job)}</StatusTag> It is with the unscheduled jobs.
        </Fact>
      )}
      {job.givenUp && (
        <Fact name="Given up">
          {formatSpan(job.givenUp.hours)}
          {job.givenUp.reason && `: ${job.givenUp.reason}`}
        </Fact>
      )}
      {hasRight('quotes:read') && (
        <Fact name="Amount">{job.amount === null ? 'N/A' : <Money amount={job.amount} />}</Fact>
      )}
      {hasRight('costs:read') && <Costs job={job} />}
      <Texts name="Special requirements" text={job.specialRequirements} />
      <Texts name="Access" text={job.accessInstructions} />
    </dl>
  );
}

function Acts({ job, acts }: Pick<JobDialogProps, 'acts'> & { job: JobRecord }) {
  const canMove = acts !== null && isMovable(job) && !job.removed;
  const fitIn = fitInWords(job);
  const navigate = useNavigate();
  const isSmall = useIsSmall();
  const [isGivingUp, setGivingUp] = useState(false);
  const others = othersOf(job, canMove ? acts : null, () => setGivingUp(true));
  return (
    <ActionBar at="start">
      {canMove && (
        <>
          <Button intent="primary" text={job.visits.length > 0 ? 'Move to…' : 'Schedule'} onClick={acts.move} />
          {fitIn && <Button text={fitIn} aria-haspopup="dialog" onClick={acts.fitIn} />}
        </>
      )}
      {isSmall && canMove ? (
        // In one row, within reach of the thumb.
        <MoreMenu>
          {others.map(({ text, run }) => (
            <MenuItem key={text} text={text} onClick={run} />
          ))}
          <MenuItem text="Open the job" onClick={() => void navigate({ to: jobPage(job.id) })} />
        </MoreMenu>
      ) : (
        <>
          {others.map(({ text, run }) => (
            <Button key={text} text={text} onClick={run} />
          ))}
          <Link to={jobPage(job.id)} className="bp6-button">
            Open the job
          </Link>
        </>
      )}
      {isGivingUp && <GiveUpRestDialog job={job} onClose={() => setGivingUp(false)} />}
    </ActionBar>
  );
}

/** The acts beside moving it. @param acts null if it cannot be moved */
function othersOf(job: JobRecord, acts: JobDialogActs | null, giveUp: () => void) {
  if (acts === null) return [];
  const canUnschedule = job.visits.length > 0 && (job.status === 'scheduled' || job.status === 'on_hold');
  return [
    ...(restText(job)
      ? [
          { text: 'Plan the rest…', run: acts.planRest },
          { text: 'Give up the rest…', run: giveUp },
        ]
      : []),
    { text: job.pinned ? 'Unpin' : 'Pin', run: () => acts.pin(!job.pinned) },
    ...(canUnschedule ? [{ text: 'Unschedule', run: acts.unschedule }] : []),
  ];
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What the job is planned to cost, as far as that is known. */
function Costs({ job: { laborCost, equipmentCost, materialCost } }: { job: JobRecord }) {
  const known = Object.entries({ Labor: laborCost, Equipment: equipmentCost, Material: materialCost }).filter(
    ([, amount]) => amount !== null,
  );
  return (
    <Fact name="Costs">
      {known.length === 0 && 'N/A'}
      {known.map(([name, amount], index) => (
        <span key={name}>
          {index > 0 && ' · '}
          {name} <Money amount={amount} />
        </span>
      ))}
    </Fact>
  );
}

function Texts({ name, text }: { name: string; text: string | null }) {
  return text ? <Fact name={name}>{text}</Fact> : null;
}
