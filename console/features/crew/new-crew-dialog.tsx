import type { CrewRecord } from '../../../api/crews/schema.ts';
import { bodyOf, type Values, valuesOf } from '../../ui/fields.ts';
import { NewRecordDialog } from '../../ui/new-record-dialog.tsx';
import { crewFields, movesOf } from './crew-kind.tsx';

const FIELDS = crewFields(null);
const COLLECTIONS = ['crews'];
const EMPTY: Values = { ...valuesOf(FIELDS, null), isActive: 'true' };

/** Add Crew: who is in another crew moves from there. */
export function NewCrewDialog({ onClose }: { onClose(): void }) {
  return (
    <NewRecordDialog<CrewRecord>
      title="Add New Crew"
      submitText="Add Crew"
      fields={FIELDS}
      initial={EMPTY}
      path="/api/crews"
      body={(values) => {
        const body = bodyOf(FIELDS, values);
        return { ...body, ...movesOf(body, null) };
      }}
      category="crew"
      collections={COLLECTIONS}
      saved={({ name }) => ({ title: 'Crew Created', text: `${name} has been added.` })}
      failed="Failed to add the crew."
      onClose={onClose}
    />
  );
}
