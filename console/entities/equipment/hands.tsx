import { Button, Callout } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import { useCommand } from '../../data/use-command.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { useAct } from '../../records/acts/use-act.ts';
import { FormDialog } from '../../records/edit/form-dialog.tsx';
import { RecordPicker } from '../../records/edit/record-picker.tsx';
import { useDraft } from '../../records/edit/use-draft.ts';
import { bodyOf, type ControlProps, type Field, valuesOf } from '../../ui/inputs/fields.ts';
import { DataArea, SkeletonLines } from '../../ui/status/data-area.tsx';
import { showToast } from '../../ui/status/toaster.tsx';
import { Day } from '../../ui/values/day.tsx';
import { useAccountId } from '../account/session.ts';
import { personPicker } from '../person/person-picker.tsx';
import { inHandsQuery } from './equipment.ts';
import { put } from './equipment-cache.ts';
import { EQUIPMENT, equipmentPath } from './equipment-kind.tsx';

/** Picks who gets it. */
function PersonInput({ value, onChange, ...control }: ControlProps) {
  return (
    <RecordPicker
      {...control}
      kind={personPicker}
      accountId={useAccountId()}
      picked={value === '' ? [] : [value]}
      placeholder="Name"
      onPick={([id = '']) => onChange(id)}
    />
  );
}

const FIELDS: readonly Field[] = [
  { name: 'heldBy', label: 'Who gets it', kind: 'text', required: true, control: PersonInput, row: 'whole' },
];

interface HandOutProps {
  equipment: EquipmentRecord;
  onClose(): void;
}

/** Puts a machine into somebody's hands. */
export function HandOutDialog({ equipment, onClose }: HandOutProps) {
  const { id, name } = equipment;
  const draftKey = `equipment/${id}/hand-out`;
  const draft = useDraft(draftKey, FIELDS, () => valuesOf(FIELDS, null));
  const handOut = useCommand<object, EquipmentRecord>({
    command: (body) => ({ method: 'POST', path: `${equipmentPath(id)}/hand-out`, body }),
    collections: EQUIPMENT,
    draftKey,
    onSuccess({ data, commandId }) {
      put(data);
      void showToast({
        title: 'Handed Out',
        text: `${name} is in the hands of ${data.heldByName ?? 'somebody'}.`,
        intent: 'success',
        ...offerUndo({ category: 'equipment', id, commandId }, EQUIPMENT),
      });
      draft.saved(() => {
        draft.drop();
        onClose();
      });
    },
  });
  return (
    <FormDialog
      title={`Hand out ${name}`}
      draft={draft}
      isTall
      fields={FIELDS}
      onSubmit={() => handOut.mutate(bodyOf(FIELDS, draft.values))}
      submitText="Hand Out"
      canSubmit={draft.values['heldBy'] !== ''}
      isBusy={handOut.isPending}
      error={handOut.error}
      onClose={onClose}
    />
  );
}

/** Takes a machine back from whoever has it, with a toast to undo it. */
export function useTakeBack(): (equipment: EquipmentRecord) => void {
  const takeBack = useAct<EquipmentRecord, EquipmentRecord>({
    command: ({ id }) => ({ method: 'POST', path: `${equipmentPath(id)}/take-back` }),
    collections: EQUIPMENT,
    done(data, { name, heldByName }) {
      put(data);
      return { title: 'Taken Back', text: `${name} is back from ${heldByName ?? 'them'}.`, intent: 'success' };
    },
    undoneOn: ({ id }) => ({ category: 'equipment', id }),
  });
  return (equipment) => takeBack.mutate(equipment);
}

interface InHandsProps {
  person: { id: string; removed?: boolean };
  /** Whether whoever is signed in takes things back. */
  canChange: boolean;
}

/** What somebody has in their hands; a warning if they have left with it. */
export function InHands({ person, canChange }: InHandsProps) {
  return (
    <DataArea
      query={useQuery(inHandsQuery(person.id))}
      isEmpty={() => false}
      firstUse={{ title: 'No equipment' }}
      filtered={null}
      skeleton={<SkeletonLines lines={2} />}
    >
      {(held) =>
        held.length === 0 ? (
          <p className="hw-muted">No equipment.</p>
        ) : (
          <Held held={held} person={person} canChange={canChange} />
        )
      }
    </DataArea>
  );
}

function Held({ held, person, canChange }: InHandsProps & { held: readonly EquipmentRecord[] }) {
  const takeBack = useTakeBack();
  return (
    <>
      {person.removed && (
        <Callout compact intent="warning">
          {`They left with ${held.length === 1 ? 'this' : `these ${held.length}`} still in their hands.`}
        </Callout>
      )}
      <ul className="hw-entries">
        {held.map((equipment) => (
          <li key={equipment.id}>
            <span>
              <Link to="/equipment" search={{ equipment: equipment.id }}>
                {equipment.name}
              </Link>{' '}
              <Since equipment={equipment} />
            </span>
            {canChange && (
              <Button
                size="small"
                text="Take back"
                aria-label={`Take back ${equipment.name}`}
                onClick={() => takeBack(equipment)}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Since when somebody has a machine in their hands. */
export function Since({ equipment: { heldSince } }: { equipment: EquipmentRecord }) {
  if (heldSince === null) return null;
  return (
    <span className="hw-muted">
      since <Day iso={heldSince} />
    </span>
  );
}
