import type { CrewRecord } from '../../../api/crews/schema.ts';
import { compareTexts } from '../../../domain/kit/sort-text.ts';
import { CREW_LIMITS } from '../../../domain/roster/terms.ts';
import { listCall } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';
import { NewRecordDialog } from '../../records/edit/new-record-dialog.tsx';
import type { Pick, PickerKind } from '../../records/edit/record-picker.tsx';

/** All crews. */
export const crewPicker = {
  noun: 'crew',
  categories: ['crew'],
  collections: ['crews'],
  none: 'There are no crews yet.',
  async find(text, context) {
    const crews = await read<CrewRecord[]>(listCall('/api/crews', { search: text, limit: '50' }), context);
    return crews.toSorted((a, b) => compareTexts(a.name, b.name)).map(pickOf);
  },
  adds: [
    {
      text: 'Add a new crew',
      dialog: ({ onAdded, onClose }) => (
        <NewRecordDialog<CrewRecord>
          title="Add New Crew"
          submitText="Add Crew"
          kind={BEGUN}
          draftOf="in place"
          path="/api/crews"
          saved={({ name }) => ({
            title: 'Crew Created',
            text: `${name} has been added. Put people on it next.`,
          })}
          onCreated={(crew) => onAdded(pickOf(crew))}
          onClose={onClose}
        />
      ),
    },
  ],
} satisfies PickerKind;

/** The fields of a new crew added from another form. */
const BEGUN = {
  category: 'crew',
  collections: ['crews'],
  fields: [{ name: 'name', label: 'Name', kind: 'text', maxLength: CREW_LIMITS.name, required: true }],
} as const;

function pickOf({ id, name }: CrewRecord): Pick {
  return { category: 'crew', id, title: name };
}
