import { Checkbox } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import type { SettingsRecord } from '../../../api/settings/schema.ts';
import type { StaffRecord } from '../../../api/staff/schema.ts';
import { CHECKLIST_LABELS, type Checklist } from '../../../domain/staff/terms.ts';
import { useAct } from '../../records/acts/use-act.ts';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { DataArea, SkeletonLines } from '../../ui/status/data-area.tsx';
import { Day } from '../../ui/values/day.tsx';
import { settingsQuery } from '../settings/settings.ts';
import { personKind } from './person-kind.ts';

interface ChecklistsProps {
  person: StaffRecord;
  canChange: boolean;
}

/** What is done of the company's checklists for somebody; that of leaving is folded away until they leave. */
export function Checklists({ person, canChange }: ChecklistsProps) {
  return (
    <DataArea
      query={useQuery(settingsQuery)}
      isEmpty={() => false}
      firstUse={{ title: 'No checklists' }}
      filtered={null}
      skeleton={<SkeletonLines lines={6} />}
    >
      {(settings) => {
        const leaving = <ItemsOf list="leaving" person={person} settings={settings} canChange={canChange} />;
        return (
          <>
            {person.removed && leaving}
            <ItemsOf list="onboarding" person={person} settings={settings} canChange={canChange} />
            {!person.removed && <Disclosure summary="Before they leave">{leaving}</Disclosure>}
          </>
        );
      }}
    </DataArea>
  );
}

interface ItemsOfProps extends ChecklistsProps {
  list: Checklist;
  settings: SettingsRecord;
}

function ItemsOf({ list, person, settings, canChange }: ItemsOfProps) {
  const tick = useTick(person);
  const items = itemsOf(list, person, settings);
  const done = items.filter(({ ticked }) => ticked !== undefined).length;
  return (
    <section aria-label={CHECKLIST_LABELS[list]} className="hw-checklist">
      <h4>
        {CHECKLIST_LABELS[list]} <span className="hw-muted">{`${done} of ${items.length}`}</span>
      </h4>
      <ul>
        {items.map(({ item, ticked }) => (
          <li key={item}>
            <Checkbox
              checked={ticked !== undefined}
              disabled={!canChange}
              label={item}
              onChange={({ currentTarget }) => tick({ list, item, done: currentTarget.checked })}
            />
            {ticked && (
              <span className="hw-muted">
                {ticked.doneByName ?? 'Unknown'}, <Day iso={ticked.doneAt} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The company's items in their order, then what was ticked before the list changed. */
function itemsOf(list: Checklist, { checklist }: StaffRecord, { onboardingItems, leavingItems }: SettingsRecord) {
  const ticks = new Map(checklist.filter((tick) => tick.list === list).map((tick) => [tick.item ?? '', tick]));
  const now = list === 'onboarding' ? onboardingItems : leavingItems;
  return [...new Set([...now, ...ticks.keys()])].map((item) => ({ item, ticked: ticks.get(item) }));
}

interface Ticking {
  list: Checklist;
  item: string;
  done: boolean;
}

/** Ticks an item, or takes the tick away, with a toast to undo it. */
function useTick(person: StaffRecord): (ticking: Ticking) => void {
  const change = useAct<Ticking, StaffRecord>({
    command: (body) => ({ method: 'PUT', path: `${personKind.path(person.id)}/checklist`, body }),
    collections: personKind.collections,
    done: (_, { item, done }) => ({ title: done ? 'Done' : 'Not Done', text: item, intent: 'success' }),
    undoneOn: ({ id }) => ({ category: personKind.category, id }),
  });
  return (ticking) => change.mutate(ticking);
}
