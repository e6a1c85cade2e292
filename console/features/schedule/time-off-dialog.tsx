import { Button, Dialog, DialogBody } from '@blueprintjs/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TimeOffRecord } from '../../../api/hr/schema.ts';
import type { Schedule } from '../../../api/schedule/schema.ts';
import { TIME_OFF_STATUS_LABELS, TIME_OFF_TYPE_LABELS } from '../../../domain/time-off/terms.ts';
import { pagingOf } from '../../data/paged-query.ts';
import type { Account } from '../../entities/account/session.ts';
import { crewsOf } from '../../entities/schedule/off.ts';
import { formatWallDay, startOfDay } from '../../entities/schedule/wall-dates.ts';
import { NewTimeOffDialog } from '../../entities/time-off/new-time-off-dialog.tsx';
import { timeOffQuery, useTimeOffAct } from '../../entities/time-off/time-off.ts';
import { timeOffTone } from '../../entities/tones.ts';
import { ActionBar } from '../../ui/layout/action-bar.tsx';
import { More } from '../../ui/layout/more.tsx';
import { DataArea, SkeletonRows } from '../../ui/status/data-area.tsx';
import { StatusTag } from '../../ui/status/status-tag.tsx';

interface TimeOffDialogProps {
  schedule: Schedule;
  /** The days shown, both included. */
  range: { from: string; to: string };
  account: Account;
  canChange: boolean;
  onClose(): void;
}

/** Who is off on the days shown, and who has requested it; requests are decided here. */
export function TimeOffDialog({ schedule, range, account, canChange, onClose }: TimeOffDialogProps) {
  const { from, to } = range;
  const query = useInfiniteQuery(timeOffQuery(from, to));
  const [isAsking, setAsking] = useState(false);
  if (isAsking) return <NewTimeOffDialog onClose={() => setAsking(false)} />;
  return (
    <Dialog isOpen onClose={onClose} title="Time off" className="hw-dialog">
      <DialogBody>
        <p>{spanOf(from, to)}</p>
        <DataArea
          query={query}
          isEmpty={(requests) => requests.length === 0}
          firstUse={{ title: 'Nobody is off' }}
          filtered={null}
          skeleton={<SkeletonRows rows={3} />}
        >
          {(requests) => (
            <>
              <ul className="hw-time-off">
                {requests.map((request) => (
                  <Request
                    key={request.id}
                    request={request}
                    crews={crewsOf(schedule, request.employeeId)}
                    account={canChange ? account : null}
                  />
                ))}
              </ul>
              <More paging={pagingOf(query)} label="requests" />
            </>
          )}
        </DataArea>
        {canChange && (
          <ActionBar at="start">
            <Button intent="primary" text="Request time off" onClick={() => setAsking(true)} />
          </ActionBar>
        )}
      </DialogBody>
    </Dialog>
  );
}

interface RequestProps {
  request: TimeOffRecord;
  crews: readonly string[];
  /** Null if the viewer cannot change anything. */
  account: Account | null;
}

function Request({ request, crews, account }: RequestProps) {
  const { employee, employeeId, requestedBy, requestType, reason, startDate, endDate, status } = request;
  const act = useTimeOffAct();
  const isOwner = account?.role === 'owner';
  const isOwn = account?.id === employeeId;
  const canWithdraw = isOwner || isOwn || account?.id === requestedBy;
  const isPending = account !== null && status === 'pending';
  const name = employee ?? 'Somebody';
  const button = (text: string, done: 'approved' | 'denied' | 'withdrawn') => (
    <Button
      size="small"
      text={text}
      aria-label={`${text}: ${name}`}
      disabled={act.isPending}
      onClick={() => act.mutate({ request, act: done })}
    />
  );
  return (
    <li>
      <p>
        <strong>{name}</strong> {crews.length > 0 && <span className="hw-muted">{crews.join(', ')}</span>}{' '}
        <StatusTag tone={timeOffTone(status)}>{TIME_OFF_STATUS_LABELS[status] ?? status}</StatusTag>
      </p>
      <p>
        {spanOf(startDate, endDate)}
        {requestType && ` · ${TIME_OFF_TYPE_LABELS[requestType] ?? requestType}`}
      </p>
      {reason && <p className="hw-muted">{reason}</p>}
      <ActionBar at="start">
        {isPending && (isOwner || !isOwn) && button('Approve', 'approved')}
        {isPending && button('Deny', 'denied')}
        {canWithdraw && button('Withdraw', 'withdrawn')}
      </ActionBar>
    </li>
  );
}

/** `Mon, Jun 15 to Wed, Jun 17` */
function spanOf(from: string, to: string): string {
  const [first, last] = [from, to].map((day) => formatWallDay(startOfDay(day)));
  return from === to ? String(first) : `${first} to ${last}`;
}
