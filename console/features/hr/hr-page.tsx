import { Tab, Tabs } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { may } from '../../../domain/user/terms.ts';
import { changesOwn, hasRight } from '../../entities/account/rights.ts';
import type { PageProps } from '../../entities/account/session.ts';
import { reviewFiguresQuery } from '../../entities/review/review.ts';
import { dayAfter } from '../../entities/schedule/wall-dates.ts';
import { timeOffFiguresQuery } from '../../entities/time-off/time-off.ts';
import { AddButton } from '../../records/list/list-page.tsx';
import { cleared, inTab } from '../../records/list/list-search.ts';
import { TabParam } from '../../records/record/record-link.tsx';
import { Figure, FigureRow } from '../../ui/figures/figure.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Analytics } from './analytics.tsx';
import { Balances } from './balances.tsx';
import { type HrSearch, type HrTab, hrSearch } from './hr-search.ts';
import { CREATE_REVIEW, Performance } from './performance.tsx';
import { REQUEST_TIME_OFF, TimeOff } from './time-off.tsx';

/** What is added on a tab, and by whom. */
const ADDS: Partial<Record<HrTab, { text: string; mayAdd(role: string): boolean }>> = {
  'time-off': { text: REQUEST_TIME_OFF, mayAdd: (role) => changesOwn(role, 'timeOff') },
  performance: { text: CREATE_REVIEW, mayAdd: (role) => may(role, 'reviews:change') },
};

/** The people of the company: who is away when, and what that does to the work. */
export function HrPage(props: PageProps<HrSearch>) {
  const { account, search, onSearch } = props;
  const seesAll = may(account.role, 'timeOff:read');
  const asked = search.tab ?? (search.review ? 'performance' : 'time-off');
  const tab = asked === 'analytics' && !seesAll ? 'time-off' : asked;
  const adds = ADDS[tab];
  // Also where only a review was named, as by a link to it.
  const onPerformance: typeof onSearch = (change, how) => onSearch({ tab: 'performance', ...change }, how);
  return (
    <Page
      title="HR Management"
      fill={tab === 'time-off' || tab === 'performance'}
      actions={adds?.mayAdd(account.role) && <AddButton text={adds.text} onClick={() => onSearch({ new: true })} />}
      toolbar={seesAll && <Figures />}
    >
      <TabParam value="part">
        <Tabs
          id="hr"
          className="hw-page-tabs"
          selectedTabId={tab}
          renderActiveTabPanelOnly
          // What one tab is filtered by, and has open, means nothing on another.
          onChange={(next) => onSearch({ ...cleared(Object.keys(hrSearch.shape)), tab: next as HrTab })}
        >
          <Tab id="time-off" title="Time Off" panel={<TimeOff {...props} />} />
          <Tab id="balances" title="Balances" panel={<Balances search={search} onSearch={onSearch} />} />
          <Tab
            id="performance"
            title="Performance"
            panel={<Performance account={props.account} {...inTab({ search, onSearch: onPerformance })} />}
          />
          {seesAll && <Tab id="analytics" title="Analytics" panel={<Analytics />} />}
        </Tabs>
      </TabParam>
    </Page>
  );
}

/** How things stand today, whatever the tab. */
function Figures() {
  const { data, isError: isFailed } = useQuery(timeOffFiguresQuery);
  const seesReviews = hasRight('reviews:read');
  const reviews = useQuery({ ...reviewFiguresQuery, enabled: seesReviews });
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
      {seesReviews && (
        <Figure
          label="Completed Reviews"
          isFailed={reviews.isError}
          {...(reviews.data && { value: String(reviews.data.completed) })}
          to="/hr-management"
          search={{ tab: 'performance' }}
        />
      )}
    </FigureRow>
  );
}
