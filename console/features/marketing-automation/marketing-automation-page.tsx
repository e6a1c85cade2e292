import { Tab, Tabs } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { may } from '../../../domain/user/terms.ts';
import type { PageProps } from '../../entities/account/session.ts';
import { customerReviewFiguresQuery } from '../../entities/customer-review/customer-review.ts';
import { AddButton } from '../../records/list/list-page.tsx';
import { TabParam } from '../../records/record/record-link.tsx';
import { Figure, FigureRow } from '../../ui/figures/figure.tsx';
import { Page } from '../../ui/layout/page.tsx';
import type { MarketingAutomationSearch } from './marketing-automation-search.ts';
import { ADD_REVIEW, CustomerReviews } from './reviews/customer-reviews.tsx';

/** What customers are told, and what they say. */
export function MarketingAutomationPage(props: PageProps<MarketingAutomationSearch>) {
  const { account, onSearch } = props;
  return (
    <Page
      title="Marketing Automation"
      fill
      actions={
        <>
          <Link to="/marketing-automation/suppressed" className="bp6-button bp6-minimal">
            Suppressed addresses
          </Link>
          {may(account.role, 'marketing:change') && (
            <AddButton text={ADD_REVIEW} onClick={() => onSearch({ new: true })} />
          )}
        </>
      }
      toolbar={<Figures />}
    >
      <TabParam value="part">
        <Tabs id="marketing-automation" className="hw-page-tabs" selectedTabId="reviews" renderActiveTabPanelOnly>
          <Tab id="reviews" title="Customer Reviews" panel={<CustomerReviews {...props} />} />
        </Tabs>
      </TabParam>
    </Page>
  );
}

/** Over all reviews, whatever the list is filtered by. */
function Figures() {
  const { data, isError: isFailed } = useQuery(customerReviewFiguresQuery);
  return (
    <FigureRow isStrip>
      <Figure
        label="Average Rating"
        isFailed={isFailed}
        {...(data && { value: data.averageRating ?? '—' })}
        to="/marketing-automation"
        search={{}}
      />
      <Figure
        label="Customer Reviews"
        isFailed={isFailed}
        {...(data && { value: data.count.toLocaleString('en-US') })}
        to="/marketing-automation"
        search={{}}
      />
      <Figure
        label="Without a Response"
        isFailed={isFailed}
        {...(data && { value: data.unanswered.toLocaleString('en-US') })}
        to="/marketing-automation"
        search={{ answered: 'false' }}
      />
      <Figure
        label="Negative Reviews"
        isFailed={isFailed}
        {...(data && { value: data.negative.toLocaleString('en-US') })}
        to="/marketing-automation"
        search={{ sentiment: 'negative' }}
      />
    </FigureRow>
  );
}
