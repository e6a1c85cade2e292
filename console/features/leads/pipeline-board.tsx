import { Button, Callout, Classes } from '@blueprintjs/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LeadRecord } from '../../../api/leads/schema.ts';
import { LEAD_STATUSES, type LeadStatus } from '../../../domain/lead/terms.ts';
import { type Paging, pagingOf } from '../../data/paged-query.ts';
import { columnQuery, type LeadFilter, leadFiguresQuery } from '../../entities/lead/lead.ts';
import { leadTone } from '../../entities/tones.ts';
import { DataArea } from '../../ui/status/data-area.tsx';
import { toneClass } from '../../ui/status/tone.ts';
import { LeadBoard } from './lead-board.tsx';
import { newestFirst } from './pipeline.ts';
import { type SlimColumns, useSlimColumns } from './slim-columns.ts';
import type { LeadActs } from './use-lead-acts.ts';

interface PipelineBoardProps {
  filter: LeadFilter;
  /** The columns shown. */
  statuses: readonly LeadStatus[];
  /** The account whose slim columns it has. */
  accountId: string;
  acts: LeadActs | null;
  openId: string | undefined;
  /** Clears the filter; null if there is none. */
  clear: (() => void) | null;
}

/** The current leads as a board. */
export function PipelineBoard({ filter, statuses, accountId, acts, openId, clear }: PipelineBoardProps) {
  const slim = useSlimColumns(accountId);
  const { query, paging } = useColumns(filter);
  const figures = useQuery(leadFiguresQuery(filter)).data;
  return (
    <DataArea
      query={query}
      // Empty columns invite: Drop leads here.
      isEmpty={() => false}
      firstUse={{ title: 'No leads yet' }}
      filtered={null}
      skeleton={<BoardSkeleton slim={slim} />}
    >
      {(leads) => (
        <>
          {clear && !leads.some((lead) => statuses.some((status) => status === lead.status)) && (
            <NoneFound clear={clear} />
          )}
          <LeadBoard
            leads={leads}
            statuses={statuses}
            paging={paging}
            figures={figures}
            acts={acts}
            openId={openId}
            slim={filter.search.trim() === '' ? slim : openWithHits(slim, leads)}
          />
        </>
      )}
    </DataArea>
  );
}

/** In a search, columns with results are open. */
function openWithHits(slim: SlimColumns, leads: readonly LeadRecord[]): SlimColumns {
  const found = new Set(leads.map(({ status }) => status));
  return {
    isSlim: (status) => slim.isSlim(status) && !found.has(status),
    toggle: (status) => (found.has(status) ? null : slim.toggle(status)),
  };
}

/** Above the board, which stays: an added or restored lead appears there. */
function NoneFound({ clear }: { clear(): void }) {
  return (
    <Callout className="hw-board-note" compact role="status" title="No leads found">
      Try adjusting your filters. <Button size="small" text="Clear filters" onClick={clear} />
    </Callout>
  );
}

function BoardSkeleton({ slim }: { slim: SlimColumns }) {
  return (
    <div className="hw-board">
      {LEAD_STATUSES.map((status, column) =>
        slim.isSlim(status) ? (
          <div key={status} className={`hw-column hw-column-slim ${toneClass(leadTone(status))}`} />
        ) : (
          <div key={status} className="hw-column">
            <div className={`hw-column-head ${toneClass(leadTone(status))}`}>
              <h2>{status}</h2>
            </div>
            <div className="hw-column-body">
              {Array.from({ length: 5 - (column % 2) }, (_, card) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the places never move
                <div key={card} className={`hw-lead hw-lead-unread ${Classes.SKELETON}`} />
              ))}
            </div>
          </div>
        ),
      )}
    </div>
  );
}

interface LeadColumns {
  /** The loaded leads of all columns, newest first; undefined until every column has loaded. */
  query: { data: LeadRecord[] | undefined; error: Error | null; refetch(): void };
  paging: Readonly<Record<string, Paging>>;
}

/** The leads of the board, each column loaded separately and as far as scrolled. */
function useColumns(filter: LeadFilter): LeadColumns {
  const columns = {
    New: useInfiniteQuery(columnQuery('New', filter)),
    Contacted: useInfiniteQuery(columnQuery('Contacted', filter)),
    Quoting: useInfiniteQuery(columnQuery('Quoting', filter)),
    Won: useInfiniteQuery(columnQuery('Won', filter)),
    Lost: useInfiniteQuery(columnQuery('Lost', filter)),
  } satisfies Record<LeadStatus, unknown>;
  const all = LEAD_STATUSES.map((status) => columns[status]);
  const [one, two, three, four, five] = all.map(({ data }) => data);
  const data = useMemo(() => {
    const read = [one, two, three, four, five].filter((leads) => leads !== undefined);
    return read.length === LEAD_STATUSES.length ? newestFirst(read.flat()) : undefined;
  }, [one, two, three, four, five]);
  return {
    query: {
      data,
      error: all.find(({ error }) => error)?.error ?? null,
      refetch() {
        for (const { error, refetch } of all) if (error) void refetch();
      },
    },
    paging: Object.fromEntries(LEAD_STATUSES.map((status) => [status, pagingOf(columns[status])])),
  };
}
