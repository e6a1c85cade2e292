import { Button, ButtonGroup } from '@blueprintjs/core';
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { JOB_STATUS_LABELS, JOB_STATUSES } from '../../../domain/job/terms.ts';
import { dayAfter, dayOf, startOfDay } from '../../entities/schedule/wall-dates.ts';
import { floored } from '../../entities/schedule/wall-reckoning.ts';
import { Choice, labeled } from '../../ui/inputs/choice.tsx';
import { useShortcuts } from '../../ui/keyboard/shortcuts.ts';
import { Toolbar } from '../../ui/layout/toolbar.tsx';
import type { OnSearch } from '../../ui/search.ts';
import type { Lane } from './board/board.ts';
import { SCHEDULE_VIEWS, type ScheduleSearch, type ScheduleView, steppedDate, VIEW_STEPS } from './schedule-search.ts';

/** A visit has a time, so its job is scheduled at least. */
const SCHEDULED = JOB_STATUSES.filter((status) => status !== 'unscheduled');

const VIEW_NAMES: Readonly<Record<ScheduleView, string>> = {
  month: 'Month',
  week: 'Week',
  day: 'Day',
  crews: 'Crews',
  'crew-week': 'Crew week',
};

interface ScheduleToolbarProps {
  view: ScheduleView;
  /** `YYYY-MM-DD` */
  date: string;
  today: string;
  lanes: readonly Lane[];
  search: ScheduleSearch;
  onSearch: OnSearch<ScheduleSearch>;
  /** A phone has a single view. */
  isPhone: boolean;
  /** Opens the unscheduled jobs where they are folded away. */
  unscheduled: ReactNode;
}

/** Which days are shown, in which view, with which filters. */
export function ScheduleToolbar({
  view,
  date,
  today,
  lanes,
  search,
  onSearch,
  isPhone,
  unscheduled,
}: ScheduleToolbarProps) {
  const step = (count: number) => onSearch({ date: steppedDate(date, view, count) });
  const goToToday = () => onSearch({ date: undefined });
  useShortcuts([
    { keys: '[', label: 'Previous days', run: () => step(-1) },
    { keys: ']', label: 'Next days', run: () => step(1) },
    { keys: 't', label: 'Today', run: goToToday },
    ...(isPhone ? [] : SCHEDULE_VIEWS.map((each, index) => viewKey(each, index, () => onSearch({ view: each })))),
  ]);
  return (
    <Toolbar
      end={
        <>
          {unscheduled}
          {!isPhone && (
            <ButtonGroup className="hw-view-switch">
              {SCHEDULE_VIEWS.map((each) => (
                <Button
                  key={each}
                  text={VIEW_NAMES[each]}
                  active={view === each}
                  aria-pressed={view === each}
                  onClick={() => onSearch({ view: each })}
                />
              ))}
            </ButtonGroup>
          )}
        </>
      }
    >
      <ButtonGroup>
        <Button icon={<ChevronLeft />} aria-label={`Previous ${VIEW_STEPS[view]}`} onClick={() => step(-1)} />
        <Button text="Today" disabled={date === today} onClick={goToToday} />
        <Button icon={<ChevronRight />} aria-label={`Next ${VIEW_STEPS[view]}`} onClick={() => step(1)} />
      </ButtonGroup>
      <strong className="hw-schedule-title" aria-live="polite">
        {titleOf(date, view)}
      </strong>
      <Choice
        label="Crew"
        value={search.crew}
        choices={lanes.map(({ id, name }) => [id, name])}
        none="All crews"
        onChoice={(crew) => onSearch({ crew })}
      />
      {!isPhone && (
        <Choice
          label="Status"
          value={search.status}
          choices={labeled<string>(SCHEDULED, JOB_STATUS_LABELS)}
          none="Any status"
          onChoice={(status) => onSearch({ status })}
        />
      )}
    </Toolbar>
  );
}

/** 1 to 5, in the order of the buttons. */
function viewKey(view: ScheduleView, index: number, run: () => void) {
  return { keys: String(index + 1), label: `View: ${VIEW_NAMES[view]}`, run };
}

const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const near = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const whole = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

function titleOf(date: string, view: ScheduleView): string {
  const at = startOfDay(date);
  if (view === 'month') return month.format(at);
  if (VIEW_STEPS[view] === 'day') return whole.format(at);
  const first = new Date(floored(+at, 'week'));
  return `${near.formatRange(first, startOfDay(dayAfter(dayOf(first), 6)))}, ${date.slice(0, 4)}`;
}
