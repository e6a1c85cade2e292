import { Tab, Tabs } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { may } from '../../../domain/user/terms.ts';
import type { PageProps } from '../../entities/account/session.ts';
import { customerReviewFiguresQuery } from '../../entities/customer-review/customer-review.ts';
import { emailFiguresQuery } from '../../entities/email-campaign/email-campaign.ts';
import { AddButton } from '../../records/list/list-page.tsx';
import { cleared } from '../../records/list/list-search.ts';
import { TabParam } from '../../records/record/record-link.tsx';
import { Figure, FigureRow } from '../../ui/figures/figure.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Analytics } from './analytics/analytics.tsx';
import { CREATE_CAMPAIGN, EmailCampaigns } from './emails/email-campaigns.tsx';
import {
  type MarketingAutomationSearch,
  type MarketingAutomationTab,
  marketingAutomationSearch,
  tabOf,
} from './marketing-automation-search.ts';
import { ADD_REVIEW, CustomerReviews } from './reviews/customer-reviews.tsx';

/** What one tab is filtered by, and has open, means nothing on another. */
const OF_ONE_TAB = Object.keys(marketingAutomationSearch.shape);

/** What customers are told, and what they say. */
export function MarketingAutomationPage(props: PageProps<MarketingAutomationSearch>) {
  const { account, search, onSearch } = props;
  const tab = tabOf(search);
  // Also where only a review was named, as by a link to it.
  const onReviews: typeof onSearch = (change, how) => onSearch({ tab: 'reviews', ...change }, how);
  const canChange = may(account.role, 'marketing:change');
  return (
    <Page
      title="Marketing Automation"
      fill={tab !== 'analytics'}
      actions={
        <>
          <Link to="/marketing-automation/suppressed" className="bp6-button bp6-minimal">
            Suppressed addresses
          </Link>
          {canChange && tab === 'reviews' && (
            <AddButton text={ADD_REVIEW} onClick={() => onSearch({ tab, new: true })} />
          )}
          {canChange && tab !== 'reviews' && (
            <AddButton
              text={CREATE_CAMPAIGN}
              onClick={() => onSearch({ ...cleared(OF_ONE_TAB), tab: 'emails', new: true })}
            />
          )}
        </>
      }
      toolbar={<Figures />}
    >
      <TabParam value="part">
        <Tabs
          id="marketing-automation"
          className="hw-page-tabs"
          selectedTabId={tab}
          renderActiveTabPanelOnly
          onChange={(next) => onSearch({ ...cleared(OF_ONE_TAB), tab: next as MarketingAutomationTab })}
        >
          <Tab id="emails" title="Email Campaigns" panel={<EmailCampaigns {...props} />} />
          <Tab
            id="reviews"
            title="Customer Reviews"
            panel={<CustomerReviews account={account} search={search} onSearch={onReviews} />}
          />
          <Tab id="analytics" title="Analytics" panel={<Analytics month={search.month} />} />
        </Tabs>
      </TabParam>
    </Page>
  );
}

/** Over all campaigns and all reviews, whatever the list is filtered by. */
function Figures() {
  const emails = useQuery(emailFiguresQuery);
  const reviews = useQuery(customerReviewFiguresQuery);
  const counted = (query: { isError: boolean }, value: number | undefined) => ({
    isFailed: query.isError,
    ...(value !== undefined && { value: value.toLocaleString('en-US') }),
  });
  const rated = (query: { isError: boolean }, value: string | null | undefined) => ({
    isFailed: query.isError,
    ...(value !== undefined && { value: value === null ? '—' : `${value}%` }),
  });
  return (
    <FigureRow isStrip>
      <Figure
        label="Campaigns Sent"
        {...counted(emails, emails.data?.campaignsSent)}
        to={PAGE}
        search={{ status: 'sent' }}
      />
      <Figure
        label="Avg Open Rate"
        {...rated(emails, emails.data?.averageOpenRate)}
        note={AVERAGE}
        to={PAGE}
        search={{ tab: 'analytics' }}
      />
      <Figure
        label="Avg Click Rate"
        {...rated(emails, emails.data?.averageClickRate)}
        note={AVERAGE}
        to={PAGE}
        search={{ tab: 'analytics' }}
      />
      <Figure
        label="Average Rating"
        isFailed={reviews.isError}
        {...(reviews.data && { value: reviews.data.averageRating ?? '—' })}
        to={PAGE}
        search={{ tab: 'reviews' }}
      />
    </FigureRow>
  );
}

const PAGE = '/marketing-automation';
/** As the specification has it. */
const AVERAGE = 'Sum ÷ campaigns sent';
