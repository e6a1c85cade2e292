import { Link } from '@tanstack/react-router';
import type { TaskRecord } from '../../../api/tasks/schema.ts';
import { useAccountId } from '../../entities/account/session.ts';
import { addressOf } from '../../entities/addresses.ts';
import { anyRecordPicker } from '../../entities/any-record.ts';
import { KINDS } from '../../entities/kinds.ts';
import { RecordPicker } from '../../records/edit/record-picker.tsx';
import { type ControlProps, jsonOf, parsed } from '../../ui/inputs/fields.ts';

type About = NonNullable<TaskRecord['about']>;

/** The record that a task is about, as a link for who may read it. */
export function AboutLink({ about: { kind, id, label, removed } }: { about: About }) {
  const noun = KINDS[kind]?.noun ?? kind;
  if (label === null) return <span className="hw-muted">{noun}</span>;
  const address = addressOf(kind, id);
  return (
    <>
      {address ? (
        <Link {...address} title={noun}>
          {label}
        </Link>
      ) : (
        label
      )}
      {removed && <span className="hw-muted"> (removed)</span>}
    </>
  );
}

/** The kinds that the search over all kinds finds. */
const CATEGORIES = ['lead', 'customer', 'quote', 'job', 'invoice', 'equipment', 'crew', 'staff', 'insight'];
const aboutPicker = anyRecordPicker(CATEGORIES);

/** Picks the record that a task is about; its value is `{ kind, id }`. */
export function AboutInput({ value, onChange, ...control }: ControlProps) {
  const about = parsed<Pick<About, 'kind' | 'id'>>(value);
  return (
    <RecordPicker
      {...control}
      kind={aboutPicker}
      accountId={useAccountId()}
      picked={about ? [about.id] : []}
      placeholder="Search all records…"
      onPick={([id], pick) => onChange(jsonOf(id && pick ? { kind: pick.category, id } : null))}
    />
  );
}
