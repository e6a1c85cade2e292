import { Button, Dialog, DialogBody } from '@blueprintjs/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import type { TimeOffRecord } from '../../../api/hr/schema.ts';
import type { Schedule } from '../../../api/schedule/schema.ts';
import { TIME_OFF_STATUS_LABELS, TIME_OFF_TYPE_LABELS } from '../../../domain/time-off/terms.ts';
import { pagingOf } from '../../data/paged-query.ts';
import type { Account } from '../../entities/account/session.ts';
import { crewsOf } from '../../entities/schedule/off.ts';
import { DecideTimeOff } from '../../entities/time-off/decide-time-off.tsx';
import { NewTimeOffDialog } from '../../entities/time-off/new-time-off-dialog.tsx';
import { type Decision, formatDays, formatSpan, nameIn, timeOffQuery } from '../../entities/time-off/time-off.ts';
import { TimeOffActs, TimeOffStatus } from '../../entities/time-off/time-off-acts.tsx';
import { ActionBar } from '../../ui/layout/action-bar.tsx';
import { More } from '../../ui/layout/more.tsx';
import { DataArea, SkeletonRows } from '../../ui/status/data-area.tsx';

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
  const query = useInfiniteQuery(timeOffQuery({ from, to, sort: 'startDate' }));
  const [open, setOpen] = useState<'new' | Omit<ComponentProps<typeof DecideTimeOff>, 'onClose'> | null>(null);
  const back = () => setOpen(null);
  if (open === 'new') return <NewTimeOffDialog onClose={back} />;
  if (open) return <DecideTimeOff {...open} onClose={back} />;
  return (
    <Dialog isOpen onClose={onClose} title="Time off" className="hw-dialog">
      <DialogBody>
        <p>{formatSpan({ startDate: from, endDate: to })}</p>
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
                    onDecide={(decision) => setOpen({ request, decision })}
                  />
                ))}
              </ul>
              <More paging={pagingOf(query)} label="requests" />
            </>
          )}
        </DataArea>
        {canChange && (
          <ActionBar at="start">
            <Button intent="primary" text="Request Time Off" onClick={() => setOpen('new')} />
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
  onDecide(decision: Decision): void;
}

function Request({ request, crews, account, onDecide }: RequestProps) {
  const { requestType, reason, status, decisionReason } = request;
  return (
    <li>
      <p>
        <strong>{nameIn(request)}</strong> {crews.length > 0 && <span className="hw-muted">{crews.join(', ')}</span>}{' '}
        <TimeOffStatus request={request} />
      </p>
      <p>
        {formatSpan(request)} · {formatDays(request)}
        {requestType && ` · ${TIME_OFF_TYPE_LABELS[requestType] ?? requestType}`}
      </p>
      {reason && <p className="hw-muted">{reason}</p>}
      {decisionReason && (
        <p className="hw-muted">
          {TIME_OFF_STATUS_LABELS[status] ?? status}: {decisionReason}
        </p>
      )}
      <ActionBar at="start">
        <TimeOffActs request={request} account={account} onDecide={onDecide} />
      </ActionBar>
    </li>
  );
}
