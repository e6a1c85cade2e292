import { Button, Tab, Tabs } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { may } from '../../../domain/user/terms.ts';
import type { PageProps } from '../../entities/account/session.ts';
import { insightFiguresQuery } from '../../entities/insight/insight.ts';
import { AddButton } from '../../records/list/list-page.tsx';
import { cleared } from '../../records/list/list-search.ts';
import { TabParam } from '../../records/record/record-link.tsx';
import { Figure, FigureRow } from '../../ui/figures/figure.tsx';
import { LANDING } from '../../ui/keyboard/focus.ts';
import { Page } from '../../ui/layout/page.tsx';
import { SkeletonRows } from '../../ui/status/data-area.tsx';
import { type AiDashboardSearch, type AiDashboardTab, aiDashboardSearch } from './ai-dashboard-search.ts';
import { AiInsights } from './ai-insights.tsx';
import { askedBy } from './ask/ask.ts';
import { AskBox } from './ask/ask-box.tsx';
import { GENERATE, useGenerate } from './use-generate.ts';

const Predictions = lazy(() => import('./predictions/predictions.tsx'));
const Analytics = lazy(() => import('./analytics/analytics.tsx'));
const Automation = lazy(() => import('./automation/automation.tsx'));

const TITLE = 'AI Dashboard';
/** What one tab is filtered by, and has open, means nothing on another. */
const OF_ONE_TAB = Object.keys(aiDashboardSearch.shape);

/** What the company's data says that an owner should know. */
export function AiDashboardPage(props: PageProps<AiDashboardSearch>) {
  const canChange = may(props.account.role, 'insights:change');
  const generate = useGenerate();
  const { search, onSearch } = props;
  const tab = search.tab ?? (search.rule ? 'automation' : 'insights');
  const isAnswered = askedBy(search) !== null;
  // From the palette, which asks from anywhere.
  const isAsked = canChange && tab === 'insights' && search.new === true;
  const ask = useEffectEvent(() => {
    onSearch({ new: undefined }, 'replace');
    generate.run();
  });
  useEffect(() => {
    if (isAsked) ask();
  }, [isAsked]);
  // A rule that is opened from elsewhere has no tab in its address.
  const onAutomation: typeof onSearch = (change, how) => onSearch({ tab: 'automation', ...change }, how);
  return (
    <Page
      fill={!isAnswered && (tab === 'insights' || tab === 'automation')}
      title={TITLE}
      subtitle="What your records say that you should know, each with what it rests on"
      actions={
        canChange &&
        (tab === 'automation' ? (
          <AddButton text="Add Rule" onClick={() => onSearch({ tab, new: true })} />
        ) : (
          <Button {...LANDING} intent="primary" text={GENERATE} loading={generate.isBusy} onClick={generate.run} />
        ))
      }
      toolbar={<Figures />}
    >
      <AskBox {...props} />
      {/* Their place is the answer's: it is as long as its rows. */}
      {!isAnswered && (
        <TabParam value="part">
          <Tabs
            id="ai-dashboard"
            className="hw-page-tabs"
            selectedTabId={tab}
            renderActiveTabPanelOnly
            onChange={(next) => onSearch({ ...cleared(OF_ONE_TAB), tab: tabInUrl(next as AiDashboardTab) })}
          >
            <Tab
              id="insights"
              title="AI Insights"
              panel={<AiInsights {...props} generate={canChange ? generate : null} />}
            />
            <Tab id="predictions" title="Predictions" panel={<Later Panel={Predictions} {...props} />} />
            <Tab id="analytics" title="Analytics" panel={<Later Panel={Analytics} {...props} />} />
            <Tab
              id="automation"
              title="Automation"
              panel={<Later Panel={Automation} {...props} search={{ ...search, tab }} onSearch={onAutomation} />}
            />
          </Tabs>
        </TabParam>
      )}
    </Page>
  );
}

/** A tab that few open first: its code comes when it is wanted. */
function Later<Props extends object>({ Panel, ...props }: { Panel: ComponentType<Props> } & Props) {
  return (
    <Suspense fallback={<SkeletonRows rows={8} />}>
      <Panel {...(props as unknown as Props)} />
    </Suspense>
  );
}

/** The first tab is the page itself. */
function tabInUrl(tab: AiDashboardTab): AiDashboardTab | undefined {
  return tab === 'insights' ? undefined : tab;
}

const PAGE = '/ai-dashboard';

/** Over all insights, whatever the list is filtered by. */
function Figures() {
  const { data, isError: isFailed } = useQuery(insightFiguresQuery);
  const shown = (value: number | string | null | undefined) =>
    value === undefined ? {} : { value: value === null ? '—' : String(value) };
  return (
    <FigureRow isStrip>
      <Figure
        label="Unread"
        isFailed={isFailed}
        {...shown(data?.unread)}
        note={data?.open === 0 ? 'none is open' : `of ${data?.open ?? 0} open`}
        to={PAGE}
        search={{ read: 'false' }}
      />
      <Figure
        label="Critical"
        isFailed={isFailed}
        {...shown(data?.critical)}
        note="open"
        to={PAGE}
        search={{ severity: 'critical' }}
      />
      <Figure
        label="Confidence"
        isFailed={isFailed}
        {...shown(data && (data.confidence === null ? null : `${data.confidence}%`))}
        note={data ? howSure(data) : RULE_OF_THUMB}
        to={PAGE}
        search={{}}
      />
      <Figure
        label="Action taken"
        isFailed={isFailed}
        {...shown(data?.acted)}
        note={data?.all === 0 ? 'nothing found' : `of ${data?.all ?? 0} in all`}
        to={PAGE}
        search={{ status: 'all', acted: 'true' }}
      />
    </FigureRow>
  );
}

const RULE_OF_THUMB = 'by rule of thumb so far';

/** What the mean rests on: as long as none was held against what followed, on rules of thumb alone. */
function howSure({ found, checked }: { found: number; checked: number }): string {
  if (found === 0) return 'nothing found';
  if (checked === 0) return RULE_OF_THUMB;
  return checked === found ? 'mean of what proved right' : `${checked} of ${found} by what proved right`;
}
