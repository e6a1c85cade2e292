import { Link } from '@tanstack/react-router';
import type { SearchHit } from '../../../api/search/schema.ts';
import type { TaskRecord } from '../../../api/tasks/schema.ts';
import { listCall } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';
import { useAccountId } from '../../entities/account/session.ts';
import { addressOf } from '../../entities/addresses.ts';
import { KINDS } from '../../entities/kinds.ts';
import { type PickerKind, RecordPicker } from '../../records/edit/record-picker.tsx';
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
const AT_MOST = '6';

const aboutPicker: PickerKind = {
  noun: 'record',
  categories: CATEGORIES,
  collections: CATEGORIES.flatMap((category) => KINDS[category]?.searched ?? []),
  none: 'Type a name, a number or an address.',
  async find(text, context) {
    if (text === '') return [];
    const hits = await read<SearchHit[]>(listCall('/api/search', { q: text, limit: AT_MOST }), context);
    return hits
      .filter(({ category }) => CATEGORIES.includes(category))
      .map((hit) => ({ ...hit, group: KINDS[hit.category]?.noun ?? hit.category }));
  },
};

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
