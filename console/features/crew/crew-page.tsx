import { Button, Classes, NonIdealStateIconSize } from '@blueprintjs/core';
import { Team } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { CrewRecord } from '../../../api/crews/schema.ts';
import { compareTexts } from '../../../domain/kit/sort-text.ts';
import { withOthers } from '../../data/with-others.ts';
import { listOf, type PageProps } from '../../entities/account/session.ts';
import { crewsQuery } from '../../entities/crew/crew.ts';
import { crewKind, movesOf } from '../../entities/crew/crew-kind.tsx';
import { allEquipmentQuery } from '../../entities/equipment/equipment.ts';
import { staffQuery } from '../../entities/person/person.ts';
import { NewRecordDialog } from '../../records/edit/new-record-dialog.tsx';
import type { OpenRecord } from '../../records/list/list-page.tsx';
import { searched } from '../../records/list/list-search.ts';
import { RecordListPage } from '../../records/list/record-list-page.tsx';
import { RecordDrawer, type RecordLoading } from '../../records/record/record-drawer.tsx';
import { bodyOf, valuesOf } from '../../ui/inputs/fields.ts';
import { AssignJobDialog } from './assign-job-dialog.tsx';
import { CrewCard, CrewState } from './crew-card.tsx';
import type { CrewSearch } from './crew-search.ts';

const NEW_CREW = crewKind(null);
const EMPTY = { ...valuesOf(NEW_CREW.fields, null), isActive: 'true' };

/** The page of the crews and their members. */
export function CrewPage(props: PageProps<CrewSearch>) {
  const staff = useQuery(staffQuery);
  const query = withOthers(useQuery(crewsQuery), staff);
  // The drawer shows the names of a crew's equipment.
  const open = withOthers(query, useQuery(allEquipmentQuery));
  const { search, onSearch } = props;
  const { q } = search;
  const { canChange } = listOf(props, 'crews');
  const crews = useMemo(() => found(query.data ?? [], q), [query.data, q]);
  const people = useMemo(() => new Map(staff.data?.map((person) => [person.id, person])), [staff.data]);
  const assign = canChange ? (id: string) => onSearch({ assign: id }) : null;
  const assigned = canChange ? query.data?.find(({ id }) => id === search.assign) : undefined;
  return (
    <>
      <RecordListPage
        title="Crew Management"
        kind={NEW_CREW}
        plural="crews"
        param="crew"
        {...listOf(props, 'crews')}
        list={{ query, records: crews, call: '/api/crews' }}
        placeholder="Search crews by name..."
        add={{
          text: 'Add Crew',
          firstText: 'Create First Crew',
          how: (onClose) => <NewCrewDialog onClose={onClose} />,
        }}
        drawer={(shown) => (
          <CrewDrawer
            key={shown.id}
            open={shown}
            loading={open}
            crew={open.data?.find(({ id }) => id === shown.id)}
            onAssign={assign}
          />
        )}
        firstUse={{
          icon: <Team size={NonIdealStateIconSize.SMALL} />,
          title: 'No crews found',
          description: 'A crew is the people who go out together. Jobs are assigned to crews.',
        }}
        nothingFound={{ description: 'Try another name.' }}
        card={(crew) => <CrewCard crew={crew} people={people} onAssign={assign} />}
      />
      {assigned && (
        <AssignJobDialog key={assigned.id} crew={assigned} onClose={() => onSearch({ assign: undefined })} />
      )}
    </>
  );
}

/** By name, so that each card keeps its place. */
function found(crews: readonly CrewRecord[], q: string | undefined): CrewRecord[] {
  return searched(crews, q, ({ name }) => [name]).sort((a, b) => compareTexts(a.name, b.name));
}

/** A member of another crew moves from there. */
function NewCrewDialog({ onClose }: { onClose(): void }) {
  return (
    <NewRecordDialog<CrewRecord>
      title="Add New Crew"
      submitText="Add Crew"
      kind={NEW_CREW}
      initial={EMPTY}
      path="/api/crews"
      body={(values) => {
        const body = bodyOf(NEW_CREW.fields, values);
        return { ...body, ...movesOf(body, null) };
      }}
      saved={({ name }) => ({ title: 'Crew Created', text: `${name} has been added.` })}
      onClose={onClose}
    />
  );
}

interface CrewDrawerProps {
  open: OpenRecord;
  loading: RecordLoading;
  crew: CrewRecord | undefined;
  onAssign: ((id: string) => void) | null;
}

/** One crew: details, edit, history. */
function CrewDrawer({ open, loading, crew, onAssign }: CrewDrawerProps) {
  const { id } = open;
  const kind = useMemo(() => crewKind(id), [id]);
  return (
    <RecordDrawer
      {...open}
      kind={kind}
      record={crew}
      loading={loading}
      saved={{ title: 'Crew Updated', text: 'The crew has been saved.', intent: 'success' }}
      badge={crew && <CrewState isActive={crew.isActive} />}
      actions={
        onAssign &&
        crew?.isActive && (
          <>
            <Button text="Assign Job" onClick={() => onAssign(id)} />
            <Link to="/jobs" search={{ crew: id }} className={Classes.BUTTON}>
              Their jobs
            </Link>
          </>
        )
      }
    />
  );
}
