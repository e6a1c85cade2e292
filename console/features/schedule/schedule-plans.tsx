import { Button } from '@blueprintjs/core';
import type { PageProps } from '../../entities/account/session.ts';
import { useMedia } from '../../ui/layout/use-media.ts';
import { OptimizerDialog } from './optimize/optimizer-dialog.tsx';
import { ReplanDialog } from './replan/replan-dialog.tsx';
import { ScheduleMenu } from './schedule-menu.tsx';
import type { ScheduleSearch } from './schedule-search.ts';

type OnSearch = PageProps<ScheduleSearch>['onSearch'];

interface ScheduleActionsProps {
  canChange: boolean;
  onSearch: OnSearch;
}

/** Acts on the whole schedule: the primary buttons, those for a bad day, and a menu for the rest. */
export function ScheduleActions({ canChange, onSearch }: ScheduleActionsProps) {
  // Only on a wide screen do all of them fit next to the title.
  const isWide = useMedia('(min-width: 1200px)');
  return (
    <>
      {canChange && isWide && (
        <>
          <Button text="Rain day…" aria-haspopup="dialog" onClick={() => onSearch({ replan: 'rain_day' })} />
          <Button text="Truck down…" aria-haspopup="dialog" onClick={() => onSearch({ replan: 'truck_down' })} />
        </>
      )}
      {canChange && (
        <>
          <Button text="Optimize Day" aria-haspopup="dialog" onClick={() => onSearch({ optimize: true })} />
          <Button intent="primary" text="Schedule Job" onClick={() => onSearch({ new: true })} />
        </>
      )}
      <ScheduleMenu canChange={canChange} isWide={isWide} onSearch={onSearch} />
    </>
  );
}

interface PlanDialogsProps extends Pick<PageProps<ScheduleSearch>, 'search' | 'onSearch'> {
  /** `YYYY-MM-DD` */
  date: string;
  today: string;
}

/** The planning dialogs, according to the URL. */
export function PlanDialogs({ search, onSearch, date, today }: PlanDialogsProps) {
  const { replan, replanCrew } = search;
  return (
    <>
      <OptimizerDialog search={search} onSearch={onSearch} date={date} today={today} />
      {replan && (
        <ReplanDialog
          key={replan}
          kind={replan}
          crewId={replanCrew}
          date={date}
          today={today}
          openJob={(job) => onSearch({ job })}
          onApplied={(plan) => onSearch({ replan: undefined, replanCrew: undefined, plan })}
          onClose={() => onSearch({ replan: undefined, replanCrew: undefined })}
        />
      )}
    </>
  );
}
