import { may } from '../../../domain/user/terms.ts';
import { shownMoment } from '../../data/as-of.ts';
import type { PageProps } from '../../entities/account/session.ts';
import { HistoryFrame } from '../../entities/history/history-frame.tsx';
import { ActView } from './act-view.tsx';
import { EventFilters } from './event-filters.tsx';
import { EventList } from './event-list.tsx';
import { EventPanel } from './event-panel.tsx';
import type { HistorySearch } from './history-search.ts';

/** Every event of the log in plain words, newest first, for whoever looks into the past. */
export function HistoryPage(props: PageProps<HistorySearch>) {
  const { account, search, onSearch } = props;
  const canUndo = may(account.role, 'history:change') && shownMoment === null;
  const list = <EventList search={search} onSearch={onSearch} />;
  return (
    <HistoryFrame>
      <EventFilters {...props} />
      {search.act === undefined ? (
        list
      ) : (
        <ActView id={search.act} canUndo={canUndo}>
          {list}
        </ActView>
      )}
      {search.event !== undefined && (
        <EventPanel key={search.event} name={search.event} onClose={() => onSearch({ event: undefined })} />
      )}
    </HistoryFrame>
  );
}
