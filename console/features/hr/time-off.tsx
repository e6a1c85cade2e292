import { Dialog, DialogBody } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { TimeOffRecord } from '../../../api/hr/schema.ts';
import { TIME_OFF_STATUS_LABELS, TIME_OFF_STATUSES, TIME_OFF_TYPE_LABELS } from '../../../domain/time-off/terms.ts';
import { may } from '../../../domain/user/terms.ts';
import { isNotFound } from '../../data/api.ts';
import { changesOwn } from '../../entities/account/rights.ts';
import { type Account, listOf, type PageProps } from '../../entities/account/session.ts';
import { BalancesOf } from '../../entities/time-off/balances-of.tsx';
import { DecideTimeOff } from '../../entities/time-off/decide-time-off.tsx';
import { NewTimeOffDialog } from '../../entities/time-off/new-time-off-dialog.tsx';
import {
  type Decision,
  formatDays,
  nameIn,
  rightsTo,
  timeOffListPath,
  timeOffQuery,
  timeOffRequestQuery,
} from '../../entities/time-off/time-off.ts';
import { DecideButtons, TimeOffStatus } from '../../entities/time-off/time-off-acts.tsx';
import { timeOffKind } from '../../entities/time-off/time-off-kind.ts';
import { ClearFilters } from '../../records/list/clear-filters.tsx';
import { inTab, isFiltered } from '../../records/list/list-search.ts';
import type { RecordColumn } from '../../records/list/record-columns.ts';
import { RecordListPage, usePagedList } from '../../records/list/record-list-page.tsx';
import { RemovedSelect, RestoreButton } from '../../records/list/removed.tsx';
import { Choice, labeled } from '../../ui/inputs/choice.tsx';
import { DaysFilter } from '../../ui/inputs/days-filter.tsx';
import { MoreFilters } from '../../ui/inputs/more-filters.tsx';
import { Failure, Nothing } from '../../ui/status/data-area.tsx';
import { Day } from '../../ui/values/day.tsx';
import { type HrSearch, TIME_OFF_SORTS, timeOffFilterOf } from './hr-search.ts';
import { TimeOffDrawer } from './time-off-drawer.tsx';

const MORE_KEYS = ['from', 'to', 'removed'];
const FILTER_KEYS = ['q', 'status', ...MORE_KEYS];
/** The URL parameter of the dialog that decides. */
const DIALOGS = { approved: 'approve', denied: 'deny' } as const satisfies Record<Decision, keyof HrSearch>;
export const REQUEST_TIME_OFF = 'Request Time Off';
const NONE = 'No time off requests found';

/** The requests for time off: who asked for what, and what was decided. */
export function TimeOff(props: PageProps<HrSearch>) {
  const { account, search, onSearch } = props;
  const filter = timeOffFilterOf(search);
  const list = usePagedList(timeOffQuery(filter), timeOffListPath(filter), TIME_OFF_SORTS);
  const { canExport } = listOf(props, 'timeOff');
  // Everybody asks for their own.
  const canChange = changesOwn(account.role, 'timeOff');
  const who = canChange ? account : null;
  const decide = useCallback(
    ({ id }: TimeOffRecord, decision: Decision) => onSearch({ [DIALOGS[decision]]: id }),
    [onSearch],
  );
  const columns = useMemo(() => columnsOf(who, decide), [who, decide]);
  return (
    <>
      {/* Whoever sees those of all has a tab for them. */}
      {!may(account.role, 'timeOff:read') && <BalancesOf personId={account.id} label="Your balance:" />}
      <RecordListPage
        {...inTab(props)}
        canChange={canChange}
        canExport={canExport}
        kind={timeOffKind}
        plural="time off requests"
        param="request"
        list={list}
        columns={columns}
        placeholder="Search by name or reason..."
        filterKeys={FILTER_KEYS}
        filters={<Filters search={search} onSearch={onSearch} />}
        add={{
          text: REQUEST_TIME_OFF,
          shortcut: 'Request time off',
          how: (onClose) => <NewTimeOffDialog onClose={onClose} />,
        }}
        drawer={(open) => <TimeOffDrawer key={open.id} {...open} account={who} onDecide={decide} />}
        firstUse={{ title: NONE, description: 'Requests show up here once somebody asks for time off.' }}
        nothingFound={{ title: NONE }}
        failure={(error) => (
          <Failure error={error} text="Failed to fetch time off requests" retry={() => void list.query.refetch()} />
        )}
      />
      {canChange && search.approve && (
        <Deciding id={search.approve} decision="approved" onClose={() => onSearch({ approve: undefined })} />
      )}
      {canChange && search.deny && (
        <Deciding id={search.deny} decision="denied" onClose={() => onSearch({ deny: undefined })} />
      )}
    </>
  );
}

/** The columns of the list. @param account null if it cannot change anything */
function columnsOf(
  account: Account | null,
  decide: (request: TimeOffRecord, decision: Decision) => void,
): readonly RecordColumn<TimeOffRecord>[] {
  return [
    { id: 'employee', header: 'Person', value: nameIn, widest: 240 },
    {
      id: 'requestType',
      header: 'Type',
      value: ({ requestType }) => requestType && (TIME_OFF_TYPE_LABELS[requestType] ?? requestType),
    },
    {
      id: 'startDate',
      header: 'Dates',
      stays: true,
      value: ({ startDate }) => startDate,
      cell: ({ startDate, endDate, half }) => (
        <>
          <Day iso={startDate} />
          {endDate !== startDate && (
            <>
              {' to '}
              <Day iso={endDate} />
            </>
          )}
          {half && `, ${half}`}
        </>
      ),
    },
    {
      id: 'totalDays',
      header: 'Days',
      isFigure: true,
      value: ({ totalDays }) => Number(totalDays),
      cell: (request) => formatDays(request),
    },
    {
      id: 'status',
      header: 'Status',
      stays: true,
      value: ({ status }) => status,
      cell: (request) => <TimeOffStatus request={request} />,
    },
    {
      id: 'createdAt',
      header: 'Requested',
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <Day iso={createdAt} />,
    },
    { id: 'reason', header: 'Reason', value: ({ reason }) => reason, widest: 320 },
    ...(account
      ? [
          {
            id: 'acts',
            header: '',
            value: () => null,
            cell: (request: TimeOffRecord) => (
              <span className="hw-row-acts">
                <DecideButtons request={request} account={account} onDecide={(decision) => decide(request, decision)} />
                {request.removed && rightsTo(request, account).bringBack && (
                  <RestoreButton kind={timeOffKind} record={request} isSmall />
                )}
              </span>
            ),
          },
        ]
      : []),
  ];
}

function Filters({ search, onSearch }: Pick<PageProps<HrSearch>, 'search' | 'onSearch'>) {
  return (
    <>
      <Choice
        label="Status"
        value={search.status}
        choices={labeled(TIME_OFF_STATUSES, TIME_OFF_STATUS_LABELS)}
        none="All statuses"
        onChoice={(status) => onSearch({ status })}
      />
      <MoreFilters isUsed={isFiltered(search, MORE_KEYS)}>
        <DaysFilter from={search.from} to={search.to} onChange={onSearch} />
        <RemovedSelect
          noun="requests"
          removal={timeOffKind.removal}
          isRemoved={search.removed === true}
          onChange={(removed) => onSearch({ removed })}
        />
      </MoreFilters>
      <ClearFilters search={search} keys={FILTER_KEYS} onSearch={onSearch} />
    </>
  );
}

interface DecidingProps {
  id: string;
  decision: Decision;
  onClose(): void;
}

/** The dialog that decides, once the request is loaded; or why there is none. */
function Deciding({ id, ...dialog }: DecidingProps) {
  const { data: request, error, refetch } = useQuery(timeOffRequestQuery(id));
  if (request) return <DecideTimeOff key={id} request={request} {...dialog} />;
  if (!error) return null;
  return (
    <Dialog isOpen onClose={dialog.onClose} title="Time Off Request" className="hw-dialog">
      <DialogBody>
        {isNotFound(error) ? (
          <Nothing title="This request is not here" description="The link may be wrong." />
        ) : (
          <Failure error={error} retry={() => void refetch()} />
        )}
      </DialogBody>
    </Dialog>
  );
}
