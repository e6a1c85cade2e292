import { Button, Tab, Tabs } from '@blueprintjs/core';
import { may } from '../../../domain/user/terms.ts';
import type { PageProps } from '../../entities/account/session.ts';
import { AddButton } from '../../records/list/list-page.tsx';
import { cleared } from '../../records/list/list-search.ts';
import { TabParam } from '../../records/record/record-link.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Analytics } from './analytics/analytics.tsx';
import { Campaigns, NEW_CAMPAIGN } from './campaigns/campaigns.tsx';
import { Content, GENERATE } from './content/content.tsx';
import { useGenerate } from './content/ideas.ts';
import { type MarketingSearch, type MarketingTab, marketingSearch } from './marketing-search.ts';
import { SCHEDULE_POST, Social } from './social/social.tsx';

/** What one tab is filtered by, and has open, means nothing on another; the selected campaign does. */
const OF_ONE_TAB = Object.keys(marketingSearch.shape).filter((name) => name !== 'campaign');

/** The company's campaigns, and what goes out for them. */
export function MarketingPage(props: PageProps<MarketingSearch>) {
  const { account, search, onSearch } = props;
  const { tab = search.post ? 'social' : 'campaigns' } = search;
  // Also where only a post was named, as by a link to it.
  const onSocial: typeof onSearch = (change, how) => onSearch({ tab: 'social', ...change }, how);
  const { mutate, isPending } = useGenerate();
  const generate = () => {
    onSearch({ ...cleared(OF_ONE_TAB), tab: 'content' });
    mutate();
  };
  const canChange = may(account.role, 'marketing:change');
  return (
    <Page
      title="AI Marketing Automation"
      fill={tab === 'campaigns' || tab === 'social'}
      actions={
        canChange && (
          <>
            <Button text={GENERATE} loading={isPending} onClick={generate} />
            {tab === 'social' && <AddButton text={SCHEDULE_POST} onClick={() => onSearch({ tab, new: true })} />}
            <AddButton text={NEW_CAMPAIGN} onClick={() => onSearch({ tab: 'campaigns', new: true })} />
          </>
        )
      }
    >
      <TabParam value="part">
        <Tabs
          id="marketing"
          className="hw-page-tabs"
          selectedTabId={tab}
          renderActiveTabPanelOnly
          onChange={(next) => onSearch({ ...cleared(OF_ONE_TAB), tab: next as MarketingTab })}
        >
          <Tab id="campaigns" title="Campaigns" panel={<Campaigns {...props} />} />
          <Tab
            id="content"
            title="Content"
            panel={<Content {...props} generate={canChange ? { run: generate, isPending } : null} />}
          />
          <Tab
            id="social"
            title="Social Media"
            panel={<Social account={account} search={search} onSearch={onSocial} />}
          />
          <Tab id="analytics" title="Analytics" panel={<Analytics />} />
        </Tabs>
      </TabParam>
    </Page>
  );
}
