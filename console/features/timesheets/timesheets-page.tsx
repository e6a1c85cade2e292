import { AnchorButton, Button } from '@blueprintjs/core';
import { ChevronLeft, ChevronRight, Download } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { TimesheetRecord, TimesheetWeek } from '../../../api/timesheets/schema.ts';
import {
  partsOfTimesheetId,
  spokenMinutes,
  TIMESHEET_STATUS_LABELS,
  timesheetIdOf,
  weekOf,
} from '../../../domain/timesheet/terms.ts';
import { may } from '../../../domain/user/terms.ts';
import { useNewest } from '../../data/told.ts';
import type { PageProps } from '../../entities/account/session.ts';
import { useCompanyZone } from '../../entities/job/job-tags.tsx';
import { dayAfter, formatWallDay, startOfDay } from '../../entities/schedule/wall-dates.ts';
import {
  formatWeek,
  payrollPath,
  submittedTimesheetsQuery,
  timesheetQuery,
  timesheetWeekQuery,
} from '../../entities/timesheet/timesheet.ts';
import { type ReportColumn, ReportTable } from '../../ui/figures/report-table.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Toolbar } from '../../ui/layout/toolbar.tsx';
import { DataArea, SkeletonSection } from '../../ui/status/data-area.tsx';
import { todayIn } from '../../ui/values/wall-time.ts';
import { Sheet } from './sheet.tsx';
import type { TimesheetsSearch } from './timesheets-search.ts';

/** What somebody may have changed in the address. */
function isDay(asked: string | undefined): asked is string {
  return asked !== undefined && /^\d{4}-\d\d-\d\d$/.test(asked) && !Number.isNaN(Date.parse(asked));
}

/** Hours by week: those of everybody for the office, for anybody else their own. */
export function TimesheetsPage({ account, search, onSearch }: PageProps<TimesheetsSearch>) {
  const today = todayIn(useCompanyZone());
  const open = search.sheet === undefined ? null : partsOfTimesheetId(search.sheet);
  const asked = open?.week ?? search.week;
  const week = weekOf(isDay(asked) ? asked : today);
  const seesAll = may(account.role, 'timesheets:read');
  const personId = open?.personId ?? (seesAll ? null : account.id);
  const onWeek = (next: string) =>
    onSearch(open ? { sheet: timesheetIdOf(open.personId, next), week: next } : { week: next });
  if (personId === null && search.status) {
    return (
      <Page
        title="Hours"
        subtitle="Weeks to approve"
        toolbar={
          <Toolbar>
            <Button text="By week" onClick={() => onSearch({ status: undefined })} />
          </Toolbar>
        }
      >
        <Submitted />
      </Page>
    );
  }
  return (
    <Page
      title="Hours"
      subtitle={formatWeek(week)}
      actions={
        seesAll && personId === null && <AnchorButton icon={<Download />} text="Payroll CSV" href={payrollPath(week)} />
      }
      toolbar={
        <Toolbar
          end={
            seesAll &&
            (open ? (
              <Button text="All people" onClick={() => onSearch({ sheet: undefined, week })} />
            ) : (
              <Button text="To approve" onClick={() => onSearch({ status: 'submitted' })} />
            ))
          }
        >
          <Button icon={<ChevronLeft />} aria-label="Week before" onClick={() => onWeek(dayAfter(week, -7))} />
          <Button text="This week" disabled={week === weekOf(today)} onClick={() => onWeek(weekOf(today))} />
          <Button icon={<ChevronRight />} aria-label="Week after" onClick={() => onWeek(dayAfter(week, 7))} />
        </Toolbar>
      }
    >
      {personId === null ? (
        <Week week={week} />
      ) : (
        <PersonWeek key={`${personId} ${week}`} id={timesheetIdOf(personId, week)} account={account} today={today} />
      )}
    </Page>
  );
}

function PersonWeek({ id, account, today }: { id: string; account: PageProps<object>['account']; today: string }) {
  return (
    <DataArea
      query={useQuery(timesheetQuery(id))}
      isEmpty={() => false}
      firstUse={{ title: 'No hours' }}
      filtered={null}
      skeleton={<SkeletonSection lines={9} />}
    >
      {(sheet) => <NewestSheet sheet={sheet} account={account} today={today} />}
    </DataArea>
  );
}

/** As the answer to the last step has it, before it is read again. */
function NewestSheet({ sheet, ...rest }: ComponentProps<typeof Sheet>) {
  return <Sheet sheet={useNewest(sheet)} {...rest} />;
}

/** Everybody's week in a table. */
function Week({ week }: { week: string }) {
  return (
    <DataArea
      query={useQuery(timesheetWeekQuery(week))}
      isEmpty={({ sheets }) => sheets.length === 0}
      firstUse={{ title: 'Nobody works here yet', description: 'People are added on the page People.' }}
      filtered={null}
      skeleton={<SkeletonSection lines={9} />}
    >
      {(found) => (
        <Section>
          <ReportTable
            title={`Hours, ${formatWeek(week)}`}
            columns={columnsOf(found)}
            rows={found.sheets}
            keyOf={({ id }) => id}
          />
        </Section>
      )}
    </DataArea>
  );
}

/** The weeks that wait for an approval. */
function Submitted() {
  return (
    <DataArea
      query={useQuery(submittedTimesheetsQuery)}
      isEmpty={({ sheets }) => sheets.length === 0}
      firstUse={{ title: 'No week waits for an approval', description: 'A week is here once it is submitted.' }}
      filtered={null}
      skeleton={<SkeletonSection lines={9} />}
    >
      {({ sheets }) => (
        <Section>
          <ReportTable title="Weeks to approve" columns={SUBMITTED} rows={sheets} keyOf={({ id }) => id} />
        </Section>
      )}
    </DataArea>
  );
}

const PERSON: ReportColumn<TimesheetRecord> = {
  header: 'Person',
  kind: 'text',
  value: ({ person }) => person ?? 'Somebody',
  to: ({ id }) => ({ to: '/timesheets', search: { sheet: id } }),
};

const some = (minutes = 0) => (minutes === 0 ? null : minutes);

const SUMS: readonly ReportColumn<TimesheetRecord>[] = [
  { header: 'Hours', kind: 'count', format: spokenMinutes, value: ({ minutes }) => minutes },
  { header: 'Overtime', kind: 'count', format: spokenMinutes, isSparse: true, value: ({ overtime }) => some(overtime) },
];

const SUBMITTED: readonly ReportColumn<TimesheetRecord>[] = [
  PERSON,
  { header: 'Week', kind: 'text', value: ({ week }) => formatWeek(week) },
  { header: 'Status', kind: 'text', value: statusOf },
  ...SUMS,
];

function columnsOf({ days }: TimesheetWeek): readonly ReportColumn<TimesheetRecord>[] {
  return [
    PERSON,
    { header: 'Status', kind: 'text', value: statusOf },
    ...days.map(
      (day, index): ReportColumn<TimesheetRecord> => ({
        header: formatWallDay(startOfDay(day)),
        kind: 'count',
        format: spokenMinutes,
        isSparse: true,
        value: (sheet) => some(sheet.days[index]?.minutes),
      }),
    ),
    ...SUMS,
  ];
}

/** Also what it waits for: a clock that runs, or hours that were not approved with it. */
function statusOf({ status, running, differences }: TimesheetRecord): string {
  const label = TIMESHEET_STATUS_LABELS[status] ?? status;
  if (running.length > 0 && status !== 'approved') return `${label}, clock runs`;
  return differences.length > 0 ? `${label}, differs` : label;
}
