import { Tag } from '@blueprintjs/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { ActBetween, ComparedRecord, Comparison } from '../../../api/compare/schema.ts';
import { wordsOf } from '../../entities/activity-words.ts';
import { addressOf } from '../../entities/addresses.ts';
import { KINDS } from '../../entities/kinds.ts';
import { actorWords } from '../../records/record/actors.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import { NO_VALUE } from '../../ui/inputs/fields.ts';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { formatMomentIn } from '../../ui/values/format.ts';
import { changedFields, type FieldShown, sameFields } from './field-words.ts';

/** Both moments in words. */
export interface Moments {
  from: string;
  to: string;
}

interface ComparedRecordProps {
  record: ComparedRecord;
  kind: RecordKind<never> | undefined;
  comparison: Comparison;
  moments: Moments;
  zone: string | undefined;
}

/** One record of two moments: its fields side by side, and what was done to it in between. */
export function ComparedRecordView({ record, kind, comparison, moments, zone }: ComparedRecordProps) {
  const { what, before, after } = record;
  const changed = changedFields(record, kind, zone);
  const same = sameFields(after ?? before ?? {}, record, kind, zone);
  const isList = comparison.of === 'list';
  return (
    <Section>
      <div className="hw-section-head hw-compare-head">
        <h2>
          <Title record={record} />
        </h2>
        <Tag minimal>{WORDS[what]}</Tag>
      </div>
      {changed.length > 0 && <Fields fields={changed} moments={moments} isChanged />}
      {same.length > 0 && (before === null || after === null || !isList) && (
        <Disclosure summary={summaryOf(what, same.length)} isSmall={isList} startsOpen={!isList && what === 'same'}>
          {before && after ? <Fields fields={same} moments={moments} /> : <OneSide fields={same} />}
        </Disclosure>
      )}
      <Acts record={record} comparison={comparison} zone={zone} />
    </Section>
  );
}

const WORDS = { added: 'Only later', removed: 'Only earlier', changed: 'Changed', same: 'The same' } as const;

function summaryOf(what: ComparedRecord['what'], count: number): string {
  const fields = count === 1 ? 'field' : 'fields';
  if (what === 'added') return `Its ${count} ${fields} at the later moment`;
  if (what === 'removed') return `Its ${count} ${fields} at the earlier moment`;
  return `${count} ${fields} ${count === 1 ? 'is' : 'are'} the same`;
}

function Title({ record: { category, id, title, before, after } }: { record: ComparedRecord }) {
  if (category === null || id === null) return nameIn(after ?? before);
  return <RecordLink record={{ category, id, title: title ?? KINDS[category]?.noun ?? 'Record' }} />;
}

function RecordLink({
  record: { category, id, title },
}: {
  record: Pick<ComparedRecord['named'][number], 'category' | 'id' | 'title'>;
}) {
  const address = addressOf(category, id);
  return address ? <Link {...address}>{title}</Link> : title;
}

/** What a row that is no record may be called by. */
function nameIn(row: Readonly<Record<string, unknown>> | null): string {
  const named = ['name', 'title', 'label', 'month', 'day'].map((field) => row?.[field]);
  return named.find((each) => typeof each === 'string') ?? 'Figures';
}

interface FieldsProps {
  fields: readonly FieldShown[];
  moments: Moments;
  isChanged?: boolean;
}

/** Side by side; on a phone, below each other. */
function Fields({ fields, moments, isChanged = false }: FieldsProps) {
  return (
    <table className="hw-compare">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">{moments.from}</th>
          <th scope="col">{moments.to}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, label, before, after }) => (
          <tr key={name}>
            <th scope="row">{label}</th>
            <td data-moment={moments.from}>{isChanged && before !== NO_VALUE ? <del>{before}</del> : before}</td>
            <td data-moment={moments.to}>{isChanged && after !== NO_VALUE ? <ins>{after}</ins> : after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A record that only one moment has. */
function OneSide({ fields }: { fields: readonly FieldShown[] }) {
  return (
    <dl className="hw-details">
      {fields.map(({ name, label, after }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{after}</dd>
        </div>
      ))}
    </dl>
  );
}

type ActsProps = Pick<ComparedRecordProps, 'record' | 'comparison' | 'zone'>;

/** Who did what in between, to the record and to those whose name it shows, each leading to its act. */
function Acts({ record, comparison, zone }: ActsProps) {
  const { acts, moreActs, named, category, id, what } = record;
  const isRecord = category !== null && id !== null;
  return (
    <>
      {isRecord && acts.length > 0 && (
        <>
          <h3 className="hw-compare-acts">In between</h3>
          <ActList acts={acts} zone={zone} />
          <p className="hw-compare-all">
            <Link to="/history" search={{ record: `${category}:${id}`, from: comparison.from, to: comparison.to }}>
              {moreActs ? 'Earlier ones, with all of its events' : 'All of its events in between'}
            </Link>
          </p>
        </>
      )}
      {named.map((other) => (
        <Fragment key={`${other.category} ${other.id}`}>
          <h3 className="hw-compare-acts">
            The {nounOf(other.category)} <RecordLink record={other} /> got another name
          </h3>
          <ActList acts={other.acts} zone={zone} />
        </Fragment>
      ))}
      {isRecord && acts.length + named.length === 0 && what !== 'same' && <p className="hw-muted">{BY_OTHERS}</p>}
    </>
  );
}

function ActList({ acts, zone }: { acts: readonly ActBetween[]; zone: string | undefined }) {
  return (
    <ol className="hw-compare-acts">
      {acts.map((act) => (
        <li key={act.id}>
          <Link to="/history" search={{ act: act.id }}>
            {wordsOf(act)}
          </Link>{' '}
          <span className="hw-muted">
            {whoOf(act)} · {formatMomentIn(act.recordedAt, zone)}
          </span>
        </li>
      ))}
    </ol>
  );
}

function nounOf(category: string): string {
  return (KINDS[category]?.noun ?? 'Record').toLowerCase();
}

const BY_OTHERS =
  'Nothing was done to the record itself in between: what differs follows from another record, or from the time.';

function whoOf({ actor, actorName }: ActBetween): string {
  return actorName ?? actorWords(actor) ?? actor;
}
