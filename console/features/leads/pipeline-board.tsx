import { Classes } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { LEAD_STATUSES } from '../../../domain/lead/terms.ts';
import { type LeadFilter, leadFiguresQuery } from '../../data/get-leads.ts';
import { DataArea } from '../../ui/data-area.tsx';
import { LeadBoard } from './lead-board.tsx';
import { useColumns } from './use-columns.ts';
import type { LeadActs } from './use-lead-acts.ts';

interface PipelineBoardProps {
  filter: LeadFilter;
  acts: LeadActs | null;
  openId: string | undefined;
  /** Clears the filter; null where there is none. */
  clear: (() => void) | null;
}

/** The leads that are there, as a board. */
export function PipelineBoard({ filter, acts, openId, clear }: PipelineBoardProps) {
  const { query, paging } = useColumns(filter);
  const figures = useQuery(leadFiguresQuery(filter)).data;
  return (
    <DataArea
      query={query}
      // Without a filter the empty columns are the invitation: Drop leads here.
      isEmpty={(leads) => clear !== null && leads.length === 0}
      firstUse={{ title: 'No leads yet' }}
      filtered={clear && { title: 'No leads found', description: 'Try adjusting your filters.', clear }}
      skeleton={<BoardSkeleton />}
    >
      {(leads) => <LeadBoard leads={leads} paging={paging} figures={figures} acts={acts} openId={openId} />}
    </DataArea>
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
