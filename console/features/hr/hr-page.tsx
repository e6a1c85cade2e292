import { Tab, Tabs } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { may } from '../../../domain/user/terms.ts';
import { changesOwn } from '../../entities/account/rights.ts';
import type { PageProps } from '../../entities/account/session.ts';
import { dayAfter } from '../../entities/schedule/wall-dates.ts';
import { timeOffFiguresQuery } from '../../entities/time-off/time-off.ts';
import { AddButton } from '../../records/list/list-page.tsx';
import { cleared } from '../../records/list/list-search.ts';
import { Figure, FigureRow } from '../../ui/figures/figure.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { AbsenceAnalytics } from './absence.tsx';
import { type HrSearch, type HrTab, hrSearch } from './hr-search.ts';
import { REQUEST_TIME_OFF, TimeOff } from './time-off.tsx';

/** The people of the company: who is away when, and what that does to the work. */
export function HrPage(props: PageProps<HrSearch>) {
  const { account, search, onSearch } = props;
  const { tab = 'time-off' } = search;
  const seesAll = may(account.role, 'timeOff:read');
  return (
    <Page
      title="HR Management"
      fill={tab !== 'analytics'}
      actions={
        tab === 'time-off' &&
        changesOwn(account.role, 'timeOff') && (
          <AddButton text={REQUEST_TIME_OFF} onClick={() => onSearch({ new: true })} />
        )
      }
      toolbar={seesAll && <Figures />}
    >
      <Tabs
        id="hr"
        className="hw-page-tabs"
        selectedTabId={tab}
        renderActiveTabPanelOnly
        // What one tab is filtered by, and has open, means nothing on another.
        onChange={(next) => onSearch({ ...cleared(Object.keys(hrSearch.shape)), tab: next as HrTab })}
      >
        <Tab id="time-off" title="Time Off" panel={<TimeOff {...props} />} />
        {seesAll && <Tab id="analytics" title="Analytics" panel={<AbsenceAnalytics />} />}
      </Tabs>
    </Page>
  );
}

/** How things stand today, whatever the tab. */
function Figures() {
  const { data, isError: isFailed } = useQuery(timeOffFiguresQuery);
  const today = data?.today ?? '';
  return (
    <FigureRow isStrip>
      <Figure
        label="Pending Requests"
        isFailed={isFailed}
        {...(data && { value: String(data.pending) })}
        to="/hr-management"
        search={{ status: 'pending' }}
      />
      <Figure
        label="Away Today"
        isFailed={isFailed}
        {...(data && { value: String(data.awayToday) })}
        to="/hr-management"
        search={{ status: 'approved', from: today, to: today }}
      />
      <Figure
        label="Days Off Ahead"
        isFailed={isFailed}
        {...(data && { value: String(data.daysAhead) })}
        to="/hr-management"
        search={{ status: 'approved', from: today && dayAfter(today) }}
      />
    </FigureRow>
  );
}
