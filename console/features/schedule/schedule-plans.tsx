import { Button } from '@blueprintjs/core';
import type { PageProps } from '../../entities/account/session.ts';
import { useMedia } from '../../ui/use-media.ts';
import { OptimizerDialog } from './optimizer-dialog.tsx';
import { ReplanDialog } from './replan-dialog.tsx';
import { ScheduleMenu } from './schedule-menu.tsx';
import type { ScheduleSearch } from './schedule-search.ts';

type OnSearch = PageProps<ScheduleSearch>['onSearch'];

interface ScheduleActionsProps {
  canChange: boolean;
  onSearch: OnSearch;
}

/** What is done with the schedule as a whole: the primary acts, those of a bad day, and the menu of the others. */
export function ScheduleActions({ canChange, onSearch }: ScheduleActionsProps) {
  // Beside the title there is room for all of them only on a wide screen.
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
      <ScheduleMenu {...{ canChange, isWide, onSearch }} />
    </>
  );
}

interface PlanDialogsProps extends Pick<PageProps<ScheduleSearch>, 'search' | 'onSearch'> {
  /** `YYYY-MM-DD` */
  date: string;
  today: string;
}

/** The dialogs that plan, by the page's address. */
export function PlanDialogs({ search, onSearch, date, today }: PlanDialogsProps) {
  const { replan, replanCrew } = search;
  return (
    <>
      <OptimizerDialog search={search} onSearch={onSearch} today={today} />
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
