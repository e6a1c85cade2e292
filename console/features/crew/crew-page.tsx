import { Button, Classes, NonIdealStateIconSize } from '@blueprintjs/core';
import { Add, Team } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { CrewRecord } from '../../../api/crews/schema.ts';
import { crewsQuery } from '../../data/get-crews.ts';
import { allEquipmentQuery } from '../../data/get-equipment.ts';
import { staffQuery } from '../../data/get-staff.ts';
import type { Account } from '../../data/session.ts';
import { useTouched } from '../../data/touched.ts';
import { DataArea } from '../../ui/data-area.tsx';
import { ListMenu } from '../../ui/list-menu.tsx';
import { Page } from '../../ui/page.tsx';
import type { DrawerTab } from '../../ui/record-drawer.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { CrewCard } from './crew-card.tsx';
import { CrewDrawer } from './crew-drawer.tsx';
import { NewCrewDialog } from './new-crew-dialog.tsx';

export interface CrewSearch {
  q?: string | undefined;
  crew?: string | undefined;
  tab?: DrawerTab | undefined;
  new?: boolean | undefined;
}

interface CrewPageProps {
  account: Account;
  search: CrewSearch;
  /** Changes what the address holds; `replace` keeps typing out of the browser's history. */
  onSearch(change: CrewSearch, how?: 'replace'): void;
}

const PASSING = ['crew', 'tab', 'new'];
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The page of the crews and who is in them. */
export function CrewPage({ account, search, onSearch }: CrewPageProps) {
  const query = useQuery(crewsQuery);
  const staff = useQuery(staffQuery);
  // The drawer names what a crew takes along.
  useQuery(allEquipmentQuery);
  const touched = useTouched();
  const box = useRef<HTMLInputElement>(null);
  const canChange = account.role !== 'auditor';
  const add = () => onSearch({ new: true });
  const text = (search.q ?? '').trim();
  const crews = useMemo(() => found(query.data ?? [], text), [query.data, text]);
  const people = useMemo(() => new Map(staff.data?.map((person) => [person.id, person])), [staff.data]);

  useShortcuts([
    { keys: '/', label: 'Search crews', run: () => box.current?.focus() },
    ...(canChange ? [{ keys: 'c', label: 'Add a crew', run: add }] : []),
    ...(canChange && search.crew
      ? [{ keys: 'e', label: 'Edit the open crew', run: () => onSearch({ tab: 'edit' }) }]
      : []),
  ]);

  return (
    <Page
      title="Crew Management"
      actions={canChange && <Button intent="primary" icon={<Add />} text="Add Crew" onClick={add} />}
      filters={
        <>
          <SearchInput
            ref={box}
            value={search.q ?? ''}
            placeholder="Search crews by name..."
            onChange={(q) => onSearch({ q: q || undefined }, 'replace')}
          />
          <ListMenu list="/api/crews" passing={PASSING} />
        </>
      }
    >
      <DataArea
        query={query}
        isEmpty={() => crews.length === 0}
        firstUse={{
          icon: <Team size={NonIdealStateIconSize.SMALL} />,
          title: 'No crews found',
          description: 'A crew is the people who go out together. Jobs are assigned to crews.',
          ...(canChange && { action: <Button intent="primary" text="Create First Crew" onClick={add} /> }),
        }}
        filtered={
          text === ''
            ? null
            : { title: 'No crews found', description: 'Try another name.', clear: () => onSearch({ q: undefined }) }
        }
        skeleton={<CrewSkeleton />}
      >
        {() => (
          <ul className="hw-crews" aria-label="Crews">
            {crews.map((crew) => (
              <li key={crew.id}>
                <CrewCard
                  crew={crew}
                  people={people}
                  isOpen={crew.id === search.crew}
                  isTouched={touched.has(crew.id)}
                />
              </li>
            ))}
          </ul>
        )}
      </DataArea>
      {search.new && canChange && <NewCrewDialog onClose={() => onSearch({ new: undefined })} />}
      {search.crew && query.data && (
        <CrewDrawer
          id={search.crew}
          crew={query.data.find(({ id }) => id === search.crew)}
          canChange={canChange}
          tab={search.tab ?? 'details'}
          onTab={(tab) => onSearch({ tab: tab === 'details' ? undefined : tab })}
          onClose={() => onSearch({ crew: undefined, tab: undefined })}
        />
      )}
    </Page>
  );
}

/** Case does not count; by name, so that a card keeps its place. */
function found(crews: readonly CrewRecord[], text: string): CrewRecord[] {
  return crews
    .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    .sort((a, b) => byName.compare(a.name, b.name));
}

function CrewSkeleton() {
  return (
    <div className="hw-crews">
      {['one', 'two', 'three'].map((card) => (
        <div key={card} className={`hw-crew ${Classes.SKELETON}`} />
      ))}
    </div>
  );
}
