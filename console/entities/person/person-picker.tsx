import type { StaffRecord } from '../../../api/staff/schema.ts';
import { isFound } from '../../../domain/kit/search-text.ts';
import { compareTexts } from '../../../domain/kit/sort-text.ts';
import { listCall } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';
import { NewRecordDialog } from '../../records/edit/new-record-dialog.tsx';
import type { Pick, PickerKind } from '../../records/edit/record-picker.tsx';
import { hasRight } from '../account/rights.ts';
import { personName } from './person.ts';
import { personKind } from './person-kind.ts';

/** The people who work here. */
export const personPicker: PickerKind = {
  noun: 'person',
  categories: [personKind.category],
  collections: personKind.collections,
  none: 'Nobody works here yet.',
  async find(text, context) {
    // The search of the call looks at phone and email too, so it is closed to who knows colleagues by name alone.
    const isSearched = hasRight('people:read');
    const asked = isSearched ? { search: text, limit: '50' } : {};
    const staff = await read<StaffRecord[]>(listCall('/api/staff', asked), context);
    const found = isSearched
      ? staff
      : staff.filter((person) => isFound(text, { ...person }, ['firstName', 'lastName']));
    return found.map(pickOf).sort((a, b) => compareTexts(String(a.title), String(b.title)));
  },
  adds: [
    {
      text: 'Add a new person',
      dialog: ({ onAdded, onClose }) => (
        <NewPersonDialog onCreated={(person) => onAdded(pickOf(person))} onClose={onClose} />
      ),
    },
  ],
};

function pickOf(person: StaffRecord): Pick {
  const { id, skills } = person;
  return { category: personKind.category, id, title: personName(person), detail: skills.slice(0, 2).join(', ') };
}

interface NewPersonDialogProps {
  onCreated?(person: StaffRecord): void;
  onClose(): void;
}

/** The dialog that adds a person. */
export function NewPersonDialog({ onCreated, onClose }: NewPersonDialogProps) {
  return (
    <NewRecordDialog<StaffRecord>
      title="Add Person"
      submitText="Add Person"
      kind={personKind}
      path="/api/staff"
      saved={(person) => ({ title: 'Person Added', text: `${personName(person)} can be put on a crew now.` })}
      {...(onCreated && { onCreated })}
      onClose={onClose}
    />
  );
}
