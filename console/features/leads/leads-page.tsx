import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import type { LeadRecord } from '../../../api/leads/schema.ts';
import { ACTIVE_LEAD_STATUSES, LEAD_SOURCES, LEAD_STATUSES, type LeadStatus } from '../../../domain/lead/terms.ts';
import { may } from '../../../domain/user/terms.ts';
import type { PageProps } from '../../entities/account/session.ts';
import { OfCampaign } from '../../entities/campaign/campaign-input.tsx';
import { heldRequestsQuery } from '../../entities/lead/held-requests.ts';
import { leadFiguresQuery, leadsPath, sourceName } from '../../entities/lead/lead.ts';
import { leadKind } from '../../entities/lead/lead-kind.ts';
import { NewRecordDialog } from '../../records/edit/new-record-dialog.tsx';
import { ListPage } from '../../records/list/list-page.tsx';
import { cleared, isFiltered } from '../../records/list/list-search.ts';
import { Ranges } from '../../records/list/ranges.tsx';
import { RemovedSelect } from '../../records/list/removed.tsx';
import { Figure, FigureRow } from '../../ui/figures/figure.tsx';
import { Choice, labeled } from '../../ui/inputs/choice.tsx';
import { bodyOf } from '../../ui/inputs/fields.ts';
import { MoreFilters } from '../../ui/inputs/more-filters.tsx';
import { useIsSmall } from '../../ui/layout/use-media.ts';
import { Money } from '../../ui/values/money.tsx';
import { DeletedLeads } from './deleted-leads.tsx';
import { FunnelDialog } from './funnel-dialog.tsx';
import { KnownContacts } from './known-contacts.tsx';
import { put } from './lead-cache.ts';
import { LeadDrawer, NAME_REQUIRED } from './lead-drawer.tsx';
import { filterOf, isHiddenBy, LEAD_RANGES, type LeadsSearch } from './leads-search.ts';
import { PipelineBoard } from './pipeline-board.tsx';
import { type LeadActs, useLeadActs } from './use-lead-acts.ts';

const NARROWING = ['q', 'source', 'campaign', 'active', 'waiting', 'from', 'to'];

/** The page of the lead pipeline. */
export function LeadsPage({ account, search, onSearch }: PageProps<LeadsSearch>) {
  const everyAct = useClosingActs(search.lead, onSearch);
  const acts = may(account.role, 'leads:change') ? everyAct : null;
  const filter = filterOf(search);
  const hasFilter = isFiltered(search, NARROWING);
  const clear = () => onSearch(cleared([...NARROWING, 'removed']));
  const isHidden = (lead: LeadRecord) => search.removed === true || isHiddenBy(filter, lead);
  const show = ({ id }: LeadRecord) =>
    onSearch({ ...cleared([...NARROWING, 'removed']), lead: id, tab: undefined }, 'return');
  const forms = { text: 'Public forms…', run: () => onSearch({ forms: true }) };
  const isSmall = useIsSmall();
  return (
    <ListPage
      title="Lead Management Pipeline"
      kind={leadKind}
      plural="leads"
      param="lead"
      search={search}
      onSearch={onSearch}
      canChange={acts !== null}
      call={leadsPath(filter, narrowed(search))}
      filters={
        <>
          <SourceSelect source={filter.source} onChange={(source) => onSearch({ source })} />
          <MoreFilters isUsed={isFiltered(search, ['active', 'waiting', 'removed'])}>
            {!search.removed && <StageSelect stages={stagesOf(search)} onChange={onSearch} />}
            <RemovedSelect
              noun="leads"
              removal={leadKind.removal}
              isRemoved={search.removed === true}
              onChange={(removed) => onSearch({ removed })}
            />
          </MoreFilters>
          {search.campaign && <OfCampaign id={search.campaign} onClear={() => onSearch({ campaign: undefined })} />}
          <Ranges ranges={LEAD_RANGES} search={search} onSearch={onSearch} />
          {hasFilter && <Button variant="minimal" text="Clear filters" onClick={clear} />}
          {!isSmall && <Button variant="minimal" text={forms.text} onClick={forms.run} />}
          <HeldRequestsLink />
        </>
      }
      acts={isSmall ? [forms] : []}
      add={{ text: 'Add Lead', how: (onClose) => <NewLeadDialog onClose={onClose} isHidden={isHidden} show={show} /> }}
      drawer={(open) => <LeadDrawer key={open.id} {...open} acts={acts} isOwner={account.role === 'owner'} />}
    >
      <PipelineFigures />
      {search.forms && <FunnelDialog onClose={() => onSearch({ forms: undefined })} />}
      {search.removed ? (
        <DeletedLeads filter={filter} canChange={acts !== null} openId={search.lead} clear={clear} />
      ) : (
        <PipelineBoard
          filter={filter}
          statuses={STAGES[stagesOf(search)].statuses}
          accountId={account.id}
          acts={acts}
          openId={search.lead}
          clear={hasFilter ? clear : null}
        />
      )}
    </ListPage>
  );
}

/** A link to the requests that may be spam, with their number. */
function HeldRequestsLink() {
  const { data: held } = useQuery(heldRequestsQuery);
  return (
    <Link to="/held-requests" className="bp6-button bp6-minimal">
      {held ? `Held requests (${held.length})` : 'Held requests'}
    </Link>
  );
}

/** The list's filters besides search and source. */
function narrowed({ removed, active, waiting }: LeadsSearch): Readonly<Record<string, string>> {
  if (removed) return { removed: 'true' };
  if (waiting) return { status: 'New' };
  return active ? { status: 'Active' } : {};
}

/** The acts on leads; deleting the open one, on its card or in its drawer, closes the drawer. */
function useClosingActs(openId: string | undefined, onSearch: PageProps<LeadsSearch>['onSearch']): LeadActs {
  const acts = useLeadActs();
  const open = useRef(openId);
  open.current = openId;
  // The same object each time, so that unchanged cards are not rendered again.
  return useMemo(
    () => ({
      ...acts,
      remove(lead) {
        acts.remove(lead);
        if (lead.id === open.current) onSearch({ lead: undefined, tab: undefined });
      },
    }),
    [acts, onSearch],
  );
}

/** Of all leads, ignoring the board's filters. */
function PipelineFigures() {
  const { data: figures, isError: isFailed } = useQuery(leadFiguresQuery({ search: '' }));
  const won = figures?.statuses.find(({ status }) => status === 'Won');
  const open = figures?.statuses.filter(({ status }) => ACTIVE_LEAD_STATUSES.some((active) => active === status));
  const openValue = open?.reduce((sum, { value }) => sum + Number(value), 0);
  return (
    <FigureRow isStrip>
      <Figure label="Total Leads" isFailed={isFailed} {...(figures && { value: String(figures.count) })} />
      <Figure
        label="Pipeline Value"
        isFailed={isFailed}
        {...(figures && { value: <Money amount={figures.value} isRounded /> })}
        note={
          <>
            All leads · <Money amount={openValue ?? 0} isRounded /> open
          </>
        }
      />
      <Figure
        label="Won Value"
        isFailed={isFailed}
        {...(figures && { value: <Money amount={won?.value ?? null} isRounded /> })}
      />
    </FigureRow>
  );
}

interface SourceSelectProps {
  source: string | undefined;
  onChange(source: string | undefined): void;
}

function SourceSelect({ source, onChange }: SourceSelectProps) {
  return (
    <Choice
      label="Lead source"
      value={sourceName(source ?? null) ?? undefined}
      choices={labeled(LEAD_SOURCES.map((each) => sourceName(each) ?? each))}
      none="All Sources"
      onChoice={onChange}
    />
  );
}

type Stages = keyof typeof STAGES;

/** Which columns are shown, by URL parameter. */
const STAGES = {
  all: { label: 'All Stages', statuses: LEAD_STATUSES },
  active: { label: 'Active Leads', statuses: ACTIVE_LEAD_STATUSES },
  waiting: { label: 'Waiting for an answer', statuses: ['New'] },
} as const satisfies Record<string, { label: string; statuses: readonly LeadStatus[] }>;

function stagesOf({ active, waiting }: LeadsSearch): Stages {
  if (waiting) return 'waiting';
  return active ? 'active' : 'all';
}

interface StageSelectProps {
  stages: Stages;
  onChange(change: Pick<LeadsSearch, 'active' | 'waiting'>): void;
}

/** All columns, those with work left, or the new leads whose answer is overdue. */
function StageSelect({ stages, onChange }: StageSelectProps) {
  return (
    <Choice<string>
      label="Stages"
      value={stages}
      choices={Object.entries(STAGES).map(([id, { label }]) => [id, label])}
      onChoice={(next) =>
        onChange({ active: next === 'active' || undefined, waiting: next === 'waiting' || undefined })
      }
    />
  );
}

interface NewLeadDialogProps {
  onClose(): void;
  /** Whether the page's filters hide a lead. */
  isHidden(lead: LeadRecord): boolean;
  /** Shows it anyway. */
  show(lead: LeadRecord): void;
}

function NewLeadDialog({ onClose, isHidden, show }: NewLeadDialogProps) {
  return (
    <NewRecordDialog<LeadRecord>
      title="Add New Lead"
      submitText="Add Lead"
      kind={leadKind}
      path="/api/leads"
      body={(values) => ({ ...bodyOf(leadKind.fields, values), status: 'New' })}
      saved={(lead) => ({
        title: 'Lead Created',
        text: `New lead has been added to the pipeline.${isHidden(lead) ? ' Your filters hide it.' : ''}`,
        ...(isHidden(lead) && { link: { text: 'Show it', run: () => show(lead) } }),
      })}
      failed="Failed to create lead."
      blank={NAME_REQUIRED}
      onCreated={put}
      onClose={onClose}
    >
      {(values) => <KnownContacts values={values} />}
    </NewRecordDialog>
  );
}
