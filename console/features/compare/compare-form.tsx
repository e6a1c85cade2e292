import { Button, FormGroup } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { type FormEvent, useState } from 'react';
import type { Comparison } from '../../../api/compare/schema.ts';
import { may } from '../../../domain/user/terms.ts';
import type { PageProps } from '../../entities/account/session.ts';
import { anyRecordPicker } from '../../entities/any-record.ts';
import { KINDS } from '../../entities/kinds.ts';
import { RecordPicker } from '../../records/edit/record-picker.tsx';
import { Choice } from '../../ui/inputs/choice.tsx';
import { DateInput } from '../../ui/inputs/date-input.tsx';
import { instantAt, wallAt } from '../../ui/values/wall-time.ts';
import type { CompareSearch } from './compare-search.ts';
import { COMPARED_KINDS, callName, listName } from './compared-kinds.ts';

interface CompareFormProps extends PageProps<CompareSearch> {
  zone: string | undefined;
  /** As far as it is known. */
  comparison: Comparison | undefined;
  /** Asks anew where nothing in the address changes. */
  again(): void;
}

/** What is compared, and the two moments. */
export function CompareForm({ account, search, onSearch, zone, comparison, again }: CompareFormProps) {
  const [from, setFrom] = useState<string>();
  const [to, setTo] = useState<string>();
  const shownFrom = from ?? wallOf(search.from, comparison?.from, zone);
  const shownTo = to ?? wallOf(search.to, comparison?.to, zone);
  const begin = instantAt(shownFrom, zone);
  const end = shownTo === '' ? undefined : instantAt(shownTo, zone);
  const what = search.of ?? search.path;
  const problem = problemOf(begin, end);

  function compare(event: FormEvent): void {
    event.preventDefault();
    if (begin === null || end === null || what === undefined || problem !== null) return;
    const asked = {
      from: from === undefined && search.from !== undefined ? search.from : begin,
      to: to === undefined ? search.to : end,
    };
    if (asked.from === search.from && asked.to === search.to) again();
    else onSearch(asked);
  }

  return (
    <form className="hw-compare-form" onSubmit={compare}>
      <What account={account} search={search} onSearch={onSearch} comparison={comparison} />
      <FormGroup label="Earlier" labelFor="compare-from">
        <DateInput id="compare-from" type="datetime-local" value={shownFrom} onValueChange={setFrom} />
      </FormGroup>
      <FormGroup label="Later" labelFor="compare-to">
        <DateInput id="compare-to" type="datetime-local" value={shownTo} none="Now" onValueChange={setTo} />
      </FormGroup>
      <Button type="submit" intent="primary" text="Compare" disabled={what === undefined || begin === null} />
      <p className="hw-compare-note" role="status">
        {problem ?? (what === undefined ? 'Choose a list or a record, and an earlier moment.' : CLOCK)}
      </p>
    </form>
  );
}

const CLOCK = 'By the clock of your company. Without a later moment, it is compared with now.';

function problemOf(begin: string | null, end: string | null | undefined): string | null {
  const latest = Date.now();
  if ([begin, end].some((each) => each != null && Date.parse(each) > latest + MINUTE_MS))
    return 'That lies ahead. Choose a time before now.';
  if (begin !== null && end != null && begin > end) return 'The earlier moment is after the later one. Swap them.';
  return null;
}

const MINUTE_MS = 60_000;

/** What the input shows of a moment in the address: of a day or a position, the instant that the server made of it. */
function wallOf(asked: string | undefined, answered: string | undefined, zone: string | undefined): string {
  if (asked === undefined) return '';
  if (/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(asked) && !Number.isNaN(Date.parse(asked)))
    return wallAt(asked, zone);
  return answered === undefined ? '' : wallAt(answered, zone);
}

type WhatProps = Pick<CompareFormProps, 'account' | 'search' | 'onSearch' | 'comparison'>;

/** A list by its name, or one record. */
function What({ account, search: { of, path }, onSearch, comparison }: WhatProps) {
  const [category, id] = of?.includes(':') ? [of.slice(0, of.indexOf(':')), of.slice(of.indexOf(':') + 1)] : [of];
  const lists = COMPARED_KINDS.filter((each) => may(account.role, `${KINDS[each]?.area ?? 'history'}:read`));
  const choices = lists
    .map((each) => [each, listName(each) ?? each] as const)
    .sort(([, a], [, b]) => a.localeCompare(b));
  const title = comparison?.records[0]?.title ?? KINDS[category ?? '']?.noun ?? 'Record';
  if (path !== undefined)
    return (
      <FormGroup label="What" className="hw-compare-what">
        <Button
          text={nameOfCall(path)}
          rightIcon={<Cross />}
          title="Compare something else"
          onClick={() => onSearch({ path: undefined })}
        />
      </FormGroup>
    );
  return (
    <>
      <FormGroup label="List">
        <Choice
          label="List"
          value={id === undefined ? category : undefined}
          choices={choices}
          none="No list"
          onChoice={(list) => onSearch({ of: list })}
        />
      </FormGroup>
      <FormGroup label="or one record" labelFor="compare-record" className="hw-compare-what">
        <RecordPicker
          id="compare-record"
          label="One record"
          placeholder="Any record"
          kind={RECORDS}
          accountId={account.id}
          describedBy={undefined}
          isInvalid={false}
          picked={id === undefined ? [] : [id]}
          titles={id === undefined ? {} : { [id]: title }}
          onPick={([picked], pick) => onSearch({ of: picked && pick ? `${pick.category}:${picked}` : undefined })}
        />
      </FormGroup>
    </>
  );
}

const RECORDS = anyRecordPicker(COMPARED_KINDS.filter((category) => (KINDS[category]?.searched.length ?? 0) > 0));

/** A list with its filters, as its call says it. */
function nameOfCall(path: string): string {
  const [, query] = path.split('?');
  const filters = [...new URLSearchParams(query)]
    .filter(([key]) => !['sort', 'limit', 'cursor'].includes(key))
    .map(([key, value]) => `${key} ${value}`);
  return [callName(path), ...filters].join(' · ');
}
