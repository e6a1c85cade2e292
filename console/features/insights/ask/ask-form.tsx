import { Button, FormGroup, InputGroup } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { AskCatalog, AskField } from '../../../../api/ask/schema.ts';
import { crewPicker } from '../../../entities/crew/crew-picker.tsx';
import { customerPicker } from '../../../entities/customer/customer-picker.tsx';
import { RecordPicker } from '../../../records/edit/record-picker.tsx';
import { Choice } from '../../../ui/inputs/choice.tsx';
import { DateInput } from '../../../ui/inputs/date-input.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { Failure, Skeleton, SkeletonLines } from '../../../ui/status/data-area.tsx';
import type { AiDashboardSearch } from '../ai-dashboard-search.ts';
import { askCatalogQuery } from './ask.ts';

type Query = AskCatalog['queries'][number];
type Given = Readonly<Record<string, string>>;

interface AskFormProps {
  accountId: string;
  search: AiDashboardSearch;
  onRun(query: string, given: Record<string, string>): void;
  onAsk(question: string): void;
}

/** The same queries without words: one is chosen, and its parameters filled in. */
export function AskForm(props: AskFormProps) {
  const { data, error, refetch } = useQuery(askCatalogQuery);
  if (data) return <Queries {...props} queries={data.queries} />;
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <Skeleton>
      <SkeletonLines lines={6} />
    </Skeleton>
  );
}

function Queries({ accountId, search, queries, onRun, onAsk }: AskFormProps & { queries: readonly Query[] }) {
  const [chosen, choose] = useState(search.query ?? queries[0]?.name);
  const query = queries.find(({ name }) => name === chosen) ?? queries[0];
  const [typed, setTyped] = useState<Given>(search.given ?? {});
  if (!query) return null;
  const given = (name: string) => typed[name] ?? query.fields.find((field) => field.name === name)?.preset ?? '';
  return (
    <Section>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const said = query.fields.map(({ name }) => [name, given(name)] as const);
          onRun(query.name, Object.fromEntries(said.filter(([, value]) => value !== '')));
        }}
      >
        <div className="hw-ask-fields">
          <FormGroup label="Question">
            <Choice
              label="Question"
              value={query.name}
              choices={queries.map(({ name, title }) => [name, title] as const)}
              onChoice={(name) => {
                choose(name);
                setTyped({});
              }}
            />
          </FormGroup>
          {query.fields.map((field) => (
            <Field
              key={`${query.name} ${field.name}`}
              accountId={accountId}
              field={field}
              value={given(field.name)}
              onChange={(value) => setTyped({ ...typed, [field.name]: value })}
            />
          ))}
          <Button type="submit" intent="primary" text="Show" />
        </div>
        <p>{query.tells}</p>
      </form>
      <ul className="hw-ask-suggestions" aria-label="As people ask it">
        {query.examples.map((example) => (
          <li key={example}>
            <Button variant="outlined" text={example} onClick={() => onAsk(example)} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface FieldProps {
  accountId: string;
  field: AskField;
  value: string;
  onChange(value: string): void;
}

/** A question adds nothing. */
const PICKERS = { customer: { ...customerPicker, adds: [] }, crew: { ...crewPicker, adds: [] } };

function Field({ accountId, field: { label, kind, choices, preset }, value, onChange }: FieldProps) {
  const id = useId();
  if (kind === 'choice') {
    return (
      <FormGroup label={label}>
        <Choice
          label={label}
          value={value === '' ? undefined : value}
          choices={choices.map((each) => [each.value, each.label] as const)}
          {...(preset === null && { none: 'Any' })}
          onChoice={(chosen) => onChange(chosen ?? '')}
        />
      </FormGroup>
    );
  }
  return (
    <FormGroup label={label} labelFor={id}>
      {kind === 'day' && <DateInput id={id} value={value} onValueChange={onChange} />}
      {(kind === 'amount' || kind === 'count' || kind === 'text') && (
        <InputGroup
          id={id}
          value={value}
          onValueChange={onChange}
          {...(kind === 'amount' && {
            inputMode: 'decimal',
            placeholder: 'Any amount',
            leftElement: <span className="hw-dollar">$</span>,
          })}
          {...(kind === 'count' && { inputMode: 'numeric', placeholder: 'All' })}
        />
      )}
      {(kind === 'customer' || kind === 'crew') && (
        <RecordPicker
          id={id}
          label={label}
          describedBy={undefined}
          isInvalid={false}
          kind={PICKERS[kind]}
          accountId={accountId}
          picked={value === '' ? [] : [value]}
          placeholder={kind === 'crew' ? 'Any crew' : 'Any customer'}
          onPick={([picked = '']) => onChange(picked)}
        />
      )}
    </FormGroup>
  );
}
