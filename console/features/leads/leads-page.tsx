import { Button, Classes, HTMLSelect } from '@blueprintjs/core';
import { Add } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useRef } from 'react';
import { LEAD_SOURCES, LEAD_STATUSES } from '../../../domain/lead/terms.ts';
import { leadsQuery } from '../../data/get-leads.ts';
import type { Account } from '../../data/session.ts';
import { DataArea } from '../../ui/data-area.tsx';
import { formatDollars } from '../../ui/format.ts';
import { ListMenu } from '../../ui/list-menu.tsx';
import { Page } from '../../ui/page.tsx';
import type { DrawerTab } from '../../ui/record-drawer.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { StatCard, StatCards } from '../../ui/stat-card.tsx';
import { LeadBoard } from './lead-board.tsx';
import { LeadDrawer } from './lead-drawer.tsx';
import { NewLeadDialog } from './new-lead-dialog.tsx';
import { filterLeads, pipelineTotals } from './pipeline.ts';
import { useLeadActs } from './use-lead-acts.ts';

export interface LeadsSearch {
  q?: string | undefined;
  source?: string | undefined;
  lead?: string | undefined;
  tab?: DrawerTab | undefined;
  new?: boolean | undefined;
}

interface LeadsPageProps {
  account: Account;
  search: LeadsSearch;
  /** Changes what the address holds; `replace` keeps typing out of the browser's history. */
  onSearch(change: LeadsSearch, how?: 'replace'): void;
}

/** What of the address is no filter. */
const PASSING = ['lead', 'tab', 'new'];

/** The list's call with the page's filters, for an export. */
function listCall({ q, source }: LeadsSearch): string {
  const query = new URLSearchParams({ ...(q && { search: q }), ...(source && { source }) }).toString();
  return `/api/leads-working${query && `?${query}`}`;
}

/** The page of the lead pipeline. */
export function LeadsPage({ account, search, onSearch }: LeadsPageProps) {
  const query = useQuery(leadsQuery);
  const everyAct = useLeadActs();
  const acts = account.role === 'auditor' ? null : everyAct;
  const text = useDeferredValue(search.q ?? '');
  const filter = { text, source: search.source };
  const isFiltered = text !== '' || search.source !== undefined;
  const box = useRef<HTMLInputElement>(null);
  const add = () => onSearch({ new: true });

  useShortcuts([
    { keys: '/', label: 'Search leads', run: () => box.current?.focus() },
    ...(acts ? [{ keys: 'c', label: 'Add a lead', run: add }] : []),
    ...(acts && search.lead ? [{ keys: 'e', label: 'Edit the open lead', run: () => onSearch({ tab: 'edit' }) }] : []),
  ]);

  return (
    <Page
      fill
      title="Lead Management Pipeline"
      actions={acts && <Button intent="primary" icon={<Add />} text="Add Lead" onClick={add} />}
      filters={
        <>
          <SearchInput
            ref={box}
            value={search.q ?? ''}
            placeholder="Search leads..."
            onChange={(q) => onSearch({ q: q || undefined }, 'replace')}
          />
          <SourceSelect source={search.source} onChange={(source) => onSearch({ source })} />
          {isFiltered && <Button variant="minimal" text="Clear filters" onClick={clear} />}
          <ListMenu list={listCall(search)} passing={PASSING} />
        </>
      }
    >
      <PipelineFigures leads={query.data} />
      <DataArea
        query={query}
        // Without a filter the empty columns are the invitation: Drop leads here.
        isEmpty={(leads) => isFiltered && filterLeads(leads, filter).length === 0}
        firstUse={{ title: 'No leads yet' }}
        filtered={isFiltered ? { title: 'No leads found', description: 'Try adjusting your filters.', clear } : null}
        skeleton={<BoardSkeleton />}
      >
        {(leads) => <LeadBoard leads={leads} filter={filter} acts={acts} openId={search.lead} />}
      </DataArea>
      {search.new && acts && <NewLeadDialog onClose={() => onSearch({ new: undefined })} />}
      {search.lead && query.data && (
        <LeadDrawer
          id={search.lead}
          lead={query.data.find(({ id }) => id === search.lead)}
          acts={acts}
          tab={search.tab ?? 'details'}
          onTab={(tab) => onSearch({ tab: tab === 'details' ? undefined : tab })}
          onClose={() => onSearch({ lead: undefined, tab: undefined })}
        />
      )}
    </Page>
  );

  function clear(): void {
    onSearch({ q: undefined, source: undefined });
  }
}

function PipelineFigures({ leads }: { leads: Parameters<typeof pipelineTotals>[0] | undefined }) {
  const totals = leads && pipelineTotals(leads);
  return (
    <StatCards isStrip>
      <StatCard label="Total Leads" {...(totals && { value: String(totals.total) })} />
      <StatCard label="Pipeline Value" {...(totals && { value: formatDollars(totals.pipelineValue) })} />
      <StatCard label="Won Value" {...(totals && { value: formatDollars(totals.wonValue) })} />
    </StatCards>
  );
}

interface SourceSelectProps {
  source: string | undefined;
  onChange(source: string | undefined): void;
}

function SourceSelect({ source, onChange }: SourceSelectProps) {
  return (
    <HTMLSelect
      aria-label="Lead source"
      value={source ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">All Sources</option>
      {LEAD_SOURCES.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </HTMLSelect>
  );
}

function BoardSkeleton() {
  return (
    <div className="hw-board">
      {LEAD_STATUSES.map((status, column) => (
        <div key={status} className="hw-column">
          {Array.from({ length: 4 - (column % 2) }, (_, card) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the places never move
            <div key={card} className={`hw-lead ${Classes.SKELETON}`} />
          ))}
        </div>
      ))}
    </div>
  );
}
