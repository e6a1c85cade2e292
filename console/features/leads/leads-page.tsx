import { Button, HTMLSelect } from '@blueprintjs/core';
import { Add } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { LEAD_SOURCES } from '../../../domain/lead/terms.ts';
import { leadFiguresQuery, leadsPath } from '../../data/get-leads.ts';
import type { Account } from '../../data/session.ts';
import { formatDollars } from '../../ui/format.ts';
import { leadKind } from '../../ui/lead-kind.ts';
import { ListMenu } from '../../ui/list-menu.tsx';
import { Page } from '../../ui/page.tsx';
import { RemovedSelect } from '../../ui/removed.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { StatCard, StatCards } from '../../ui/stat-card.tsx';
import { DeletedLeads } from './deleted-leads.tsx';
import { LeadDrawer } from './lead-drawer.tsx';
import { filterOf, type LeadsSearch } from './leads-search.ts';
import { NewLeadDialog } from './new-lead-dialog.tsx';
import { PipelineBoard } from './pipeline-board.tsx';
import { useLeadActs } from './use-lead-acts.ts';

interface LeadsPageProps {
  account: Account;
  search: LeadsSearch;
  /** Changes what the address holds; `replace` keeps typing out of the browser's history. */
  onSearch(change: LeadsSearch, how?: 'replace'): void;
}

/** What of the address is no filter. */
const PASSING = ['lead', 'tab', 'new'];

/** The page of the lead pipeline. */
export function LeadsPage({ account, search, onSearch }: LeadsPageProps) {
  const everyAct = useLeadActs();
  const acts = account.role === 'auditor' ? null : everyAct;
  const filter = filterOf(search);
  const isFiltered = filter.search.trim() !== '' || filter.source !== undefined;
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
          <RemovedSelect
            noun="leads"
            removal={leadKind.removal}
            isRemoved={search.removed === true}
            onChange={(removed) => onSearch({ removed })}
          />
          {isFiltered && <Button variant="minimal" text="Clear filters" onClick={clear} />}
          <ListMenu list={leadsPath(filter, search.removed ? { removed: 'true' } : {})} passing={PASSING} />
        </>
      }
    >
      <PipelineFigures />
      {search.removed ? (
        <DeletedLeads filter={filter} canChange={acts !== null} openId={search.lead} clear={clear} />
      ) : (
        <PipelineBoard filter={filter} acts={acts} openId={search.lead} clear={isFiltered ? clear : null} />
      )}
      {search.new && acts && <NewLeadDialog onClose={() => onSearch({ new: undefined })} />}
      {search.lead && (
        <LeadDrawer
          key={search.lead}
          id={search.lead}
          acts={acts}
          tab={search.tab ?? 'details'}
          onTab={(tab) => onSearch({ tab: tab === 'details' ? undefined : tab })}
          onClose={() => onSearch({ lead: undefined, tab: undefined })}
        />
      )}
    </Page>
  );

  function clear(): void {
    onSearch({ q: undefined, source: undefined, removed: undefined });
  }
}

/** Of all leads, whatever the board is filtered by. */
function PipelineFigures() {
  const { data: figures } = useQuery(leadFiguresQuery({ search: '' }));
  const won = figures?.statuses.find(({ status }) => status === 'Won');
  return (
    <StatCards isStrip>
      <StatCard label="Total Leads" {...(figures && { value: String(figures.count) })} />
      <StatCard label="Pipeline Value" {...(figures && { value: formatDollars(figures.value) })} />
      <StatCard label="Won Value" {...(figures && { value: formatDollars(won?.value ?? null) })} />
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
