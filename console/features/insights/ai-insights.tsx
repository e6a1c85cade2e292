import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { InsightRecord } from '../../../api/insights/schema.ts';
import {
  DETECTOR_NAMES,
  DETECTORS,
  INSIGHT_CATEGORIES,
  INSIGHT_CATEGORY_LABELS,
  INSIGHT_SEVERITIES,
  INSIGHT_SEVERITY_LABELS,
  INSIGHT_STATUS_LABELS,
} from '../../../domain/insight/terms.ts';
import { may } from '../../../domain/user/terms.ts';
import { useNewest } from '../../data/told.ts';
import type { PageProps } from '../../entities/account/session.ts';
import { INSIGHT_SORTS, insightQuery, insightsCall, insightsQuery } from '../../entities/insight/insight.ts';
import { insightKind } from '../../entities/insight/insight-kind.ts';
import { ClearFilters } from '../../records/list/clear-filters.tsx';
import { inTab, isFiltered } from '../../records/list/list-search.ts';
import { RecordListPage, usePagedList } from '../../records/list/record-list-page.tsx';
import { Choice, labeled } from '../../ui/inputs/choice.tsx';
import { MoreFilters } from '../../ui/inputs/more-filters.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { Failure } from '../../ui/status/data-area.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { type AiDashboardSearch, filterOf } from './ai-dashboard-search.ts';
import { Briefing } from './briefing/briefing.tsx';
import { briefingQuery } from './briefing/get-briefing.ts';
import { DismissDialog } from './dismiss-dialog.tsx';
import { InsightCard } from './insight-card.tsx';
import { InsightDrawer } from './insight-drawer.tsx';
import { GENERATE, type Generate, type Unsaid } from './use-generate.ts';

const MORE_KEYS = ['category', 'detector', 'read', 'acted'];
const FILTER_KEYS = ['q', 'status', 'severity', 'removed', ...MORE_KEYS];
const NONE = 'No AI insights available';

interface AiInsightsProps extends PageProps<AiDashboardSearch> {
  /** Null for whoever may only read. */
  generate: Generate | null;
}

/** The insights: the list, the drawer of the one that is open, and the dialogs of what is done about one. */
export function AiInsights({ account, search, onSearch, generate }: AiInsightsProps) {
  const call = insightsCall(filterOf(search));
  const list = usePagedList(insightsQuery(call), call, INSIGHT_SORTS);
  const briefing = useQuery(briefingQuery);
  // Both at once: the one would move the other.
  const both = briefing.isPending ? { ...list, query: { ...list.query, data: undefined, error: null } } : list;
  const canChange = may(account.role, 'insights:change');
  const dialogs = {
    onAct: (act: string) => onSearch({ act }),
    onDismiss: (dismiss: string) => onSearch({ dismiss }),
  };
  return (
    <>
      {generate?.unsaid && <NotSaid unsaid={generate.unsaid} />}
      <RecordListPage
        {...inTab({ search, onSearch })}
        canChange={canChange}
        canExport={may(account.role, 'exports:read')}
        kind={insightKind}
        plural="insights"
        param="insight"
        list={both}
        filterKeys={FILTER_KEYS}
        intro={
          briefing.data &&
          !isFiltered(search, FILTER_KEYS) && (
            <Briefing latest={{ said: briefing.data, readAt: briefing.dataUpdatedAt }} />
          )
        }
        card={(insight) => <InsightCard insight={insight} canChange={canChange} {...dialogs} />}
        filters={<Filters search={search} onSearch={onSearch} />}
        drawer={(open) => <InsightDrawer key={open.id} {...open} {...dialogs} />}
        firstUse={{
          title: NONE,
          description: canChange
            ? `Press ${GENERATE} to look through your records now. They are also looked through as they change, and once a day.`
            : 'Your records are looked through as they change, and once a day.',
          ...(generate && {
            action: <Button intent="primary" text={GENERATE} loading={generate.isBusy} onClick={generate.run} />,
          }),
        }}
        nothingFound={{ title: NONE }}
        failure={(error) => (
          <Failure error={error} text="Failed to fetch AI insights" retry={() => void list.query.refetch()} />
        )}
      />
      {canChange && search.act && (
        <Loaded key={`act-${search.act}`} id={search.act}>
          {(insight) => <ActionDialog insight={insight} onClose={() => onSearch({ act: undefined })} />}
        </Loaded>
      )}
      {canChange && search.dismiss && (
        <Loaded key={`dismiss-${search.dismiss}`} id={search.dismiss}>
          {(insight) => <DismissDialog insight={insight} onClose={() => onSearch({ dismiss: undefined })} />}
        </Loaded>
      )}
    </>
  );
}

const STATUSES = [
  ...labeled(['resolved', 'dismissed'], INSIGHT_STATUS_LABELS),
  ['all', 'All statuses'],
  ['removed', insightKind.removal.word],
] as const;

const NO_PROGRESS = { read: undefined, acted: undefined };

/** How far somebody has come with it. */
const PROGRESS = [
  { id: 'unread', text: 'Unread', search: { read: 'false' } },
  { id: 'read', text: 'Read', search: { read: 'true' } },
  { id: 'acted', text: 'Action taken', search: { acted: 'true' } },
  { id: 'waiting', text: 'No action yet', search: { acted: 'false' } },
] as const;

function progressOf({ read, acted }: AiDashboardSearch): (typeof PROGRESS)[number]['id'] | undefined {
  if (acted !== undefined) return acted === 'true' ? 'acted' : 'waiting';
  if (read !== undefined) return read === 'true' ? 'read' : 'unread';
  return undefined;
}

function Filters({ search, onSearch }: Pick<AiInsightsProps, 'search' | 'onSearch'>) {
  return (
    <>
      <Choice
        label="Status"
        value={search.removed ? 'removed' : search.status}
        choices={STATUSES}
        none={INSIGHT_STATUS_LABELS['open'] ?? ''}
        onChoice={(status) =>
          onSearch(status === 'removed' ? { status: undefined, removed: true } : { status, removed: undefined })
        }
      />
      <Choice
        label="Severity"
        value={search.severity}
        choices={labeled(INSIGHT_SEVERITIES, INSIGHT_SEVERITY_LABELS).toReversed()}
        none="All severities"
        onChoice={(severity) => onSearch({ severity })}
      />
      <MoreFilters isUsed={isFiltered(search, MORE_KEYS)}>
        <Choice
          label="Category"
          value={search.category}
          choices={labeled(INSIGHT_CATEGORIES, INSIGHT_CATEGORY_LABELS)}
          none="All categories"
          onChoice={(category) => onSearch({ category })}
        />
        <Choice
          label="Found by"
          value={search.detector}
          choices={labeled(DETECTOR_NAMES, DETECTORS)}
          none="Found by any"
          onChoice={(detector) => onSearch({ detector })}
        />
        <Choice
          label="Progress"
          value={progressOf(search)}
          choices={PROGRESS.map(({ id, text }) => [id, text])}
          none="Read or not"
          onChoice={(id) => onSearch({ ...NO_PROGRESS, ...PROGRESS.find((each) => each.id === id)?.search })}
        />
      </MoreFilters>
      <ClearFilters search={search} keys={FILTER_KEYS} onSearch={onSearch} />
    </>
  );
}

/** After somebody had the records looked through: what cannot be said of them yet, and what it takes. */
function NotSaid({ unsaid: { silent, failed } }: { unsaid: Unsaid }) {
  if (silent.length + failed.length === 0) return null;
  return (
    <Disclosure summary={`What cannot be said yet (${silent.length + failed.length})`} className="hw-insights-unsaid">
      <ul>
        {silent.map(({ detector, label, needs }) => (
          <li key={detector}>
            {label}: {needs}
          </li>
        ))}
        {failed.map(({ detector, label }) => (
          <li key={detector}>{label}: this could not be looked for. What it had found before is still here.</li>
        ))}
      </ul>
    </Disclosure>
  );
}

/** The insight of a dialog, as it is by now. */
function Loaded({ id, children }: { id: string; children(insight: InsightRecord): ReactNode }) {
  const insight = useNewest(useQuery(insightQuery(id)).data);
  return insight ? children(insight) : null;
}
