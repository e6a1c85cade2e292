import { Button, Card, Menu, MenuDivider, MenuItem, Tag } from '@blueprintjs/core';
import { Cross, More as MoreIcon, Tick } from '@blueprintjs/icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useState } from 'react';
import type { JobRecord } from '../../../../api/jobs/schema.ts';
import { serviceLabel } from '../../../../domain/job/terms.ts';
import { pagingOf } from '../../../data/paged-query.ts';
import { jobName } from '../../../entities/job/job.ts';
import { PriorityTag } from '../../../entities/job/job-tags.tsx';
import { GiveUpRestDialog, RestTag, restText } from '../../../entities/job/rest.tsx';
import { takesText } from '../../../entities/job/takes.ts';
import { fitInWords } from '../../../entities/schedule/placing.ts';
import { unscheduledQuery } from '../../../entities/schedule/schedule.ts';
import { More } from '../../../ui/layout/more.tsx';
import { Popover } from '../../../ui/layout/popover.tsx';
import { DataArea, SkeletonRows } from '../../../ui/status/data-area.tsx';
import { Money } from '../../../ui/values/money.tsx';

/** Acts on an unscheduled job. */
export interface UnscheduledActs {
  open(jobId: string): void;
  /** Asks for the day, time and crew of what has no visit yet. */
  move(jobId: string): void;
  /** Searches for a place in the schedule. */
  fitIn(jobId: string): void;
  scheduleToday(job: JobRecord): void;
  /** A drag begins; null when it ends. */
  drag(job: JobRecord | null): void;
}

interface UnscheduledPanelProps {
  /** Null for somebody who can only view. */
  acts: UnscheduledActs | null;
  /** Whether there is a calendar next to it to drag to. */
  isBeside: boolean;
  open(jobId: string): void;
  /** Shows a button that closes it. */
  onClose?(): void;
}

/** How many there are, as far as they are read: `40+`; null until then. */
export function countOf({ data, hasNextPage }: { data: readonly unknown[] | undefined; hasNextPage: boolean }) {
  return data === undefined ? null : `${data.length}${hasNextPage ? '+' : ''}`;
}

/** The unscheduled jobs, to be dragged to a day; each has a menu that does the same. */
export function UnscheduledPanel({ acts, isBeside, open, onClose }: UnscheduledPanelProps) {
  const query = useInfiniteQuery(unscheduledQuery);
  const paging = pagingOf(query);
  const count = countOf(query);
  return (
    <Card className="hw-unscheduled" role="region" aria-labelledby="unscheduled">
      <h2 id="unscheduled">
        Unscheduled Jobs{' '}
        {count !== null && (
          <Tag round minimal>
            {count}
          </Tag>
        )}
      </h2>
      {onClose && (
        <Button
          className="hw-unscheduled-close"
          variant="minimal"
          icon={<Cross />}
          aria-label="Close the unscheduled jobs"
          onClick={onClose}
        />
      )}
      <DataArea
        query={query}
        isEmpty={(jobs) => jobs.length === 0}
        firstUse={{
          title: 'No Unscheduled Jobs',
          description: 'All approved jobs have been scheduled',
          icon: <Tick size={32} />,
        }}
        filtered={null}
        skeleton={<SkeletonRows rows={5} />}
      >
        {(jobs) => (
          <>
            {acts && isBeside && <p className="hw-muted">Drag jobs to the calendar to schedule them</p>}
            <ul className="hw-unscheduled-list">
              {jobs.map((job) => (
                <UnscheduledJob
                  key={job.id}
                  job={job}
                  acts={acts}
                  isDraggable={acts !== null && isBeside}
                  open={open}
                />
              ))}
            </ul>
            <More paging={paging} label="jobs" />
          </>
        )}
      </DataArea>
    </Card>
  );
}

interface UnscheduledJobProps {
  job: JobRecord;
  acts: UnscheduledActs | null;
  isDraggable: boolean;
  open(jobId: string): void;
}

const UnscheduledJob = memo(function UnscheduledJob({ job, acts, isDraggable, open }: UnscheduledJobProps) {
  const isRest = restText(job) !== null;
  const takes = takesText(job.items, job.estimatedDuration);
  return (
    <li
      className="hw-unscheduled-job"
      draggable={isDraggable}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'move';
        // Firefox only drags elements with data.
        dataTransfer.setData('text/plain', jobName(job));
        acts?.drag(job);
      }}
      onDragEnd={() => acts?.drag(null)}
    >
      <button type="button" className="hw-unscheduled-name" aria-haspopup="dialog" onClick={() => open(job.id)}>
        {jobName(job)}
      </button>
      {acts && <CardMenu job={job} acts={acts} />}
      <p className="hw-muted">
        {[
          serviceLabel(job.serviceType),
          isRest ? `of ${takes}` : takes,
          job.minimumCrewSize && `${job.minimumCrewSize} people`,
        ]
          .filter(Boolean)
          .join(' · ')}
        {job.amount !== null && (
          <>
            {' · '}
            <Money amount={job.amount} isRounded />
          </>
        )}
      </p>
      {job.address && <p className="hw-muted">{job.address}</p>}
      <RestTag job={job} /> {job.priority !== 'normal' && <PriorityTag priority={job.priority} />}
    </li>
  );
});

function CardMenu({ job, acts }: { job: JobRecord; acts: UnscheduledActs }): ReactNode {
  const [isGivingUp, setGivingUp] = useState(false);
  const fitIn = fitInWords(job);
  const menu = restText(job) ? (
    <Menu>
      <MenuItem text="Plan the rest…" onClick={() => acts.move(job.id)} />
      <MenuItem text="Give up the rest…" onClick={() => setGivingUp(true)} />
      <MenuDivider />
      <MenuItem text="Details" onClick={() => acts.open(job.id)} />
    </Menu>
  ) : (
    <Menu>
      <MenuItem text="Move to…" onClick={() => acts.move(job.id)} />
      {fitIn && <MenuItem text={fitIn} onClick={() => acts.fitIn(job.id)} />}
      <MenuItem text="Schedule today" onClick={() => acts.scheduleToday(job)} />
      <MenuDivider />
      <MenuItem text="Details" onClick={() => acts.open(job.id)} />
    </Menu>
  );
  return (
    <>
      <Popover content={menu}>
        <Button variant="minimal" size="small" icon={<MoreIcon />} aria-label={`Actions for ${jobName(job)}`} />
      </Popover>
      {isGivingUp && <GiveUpRestDialog job={job} onClose={() => setGivingUp(false)} />}
    </>
  );
}
