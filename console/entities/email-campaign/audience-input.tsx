import { Checkbox, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { SegmentBody } from '../../../api/audience/schema.ts';
import { tagKey } from '../../../domain/customer/terms.ts';
import { SERVICE_TYPES, serviceLabel } from '../../../domain/job/terms.ts';
import { LEAD_SOURCES } from '../../../domain/lead/terms.ts';
import { DateInput } from '../../ui/inputs/date-input.tsx';
import { type ControlProps, jsonOf, parsed } from '../../ui/inputs/fields.ts';
import { InputsOf } from '../../ui/inputs/inputs-of.tsx';
import { listInput } from '../../ui/inputs/list-input.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { parseAmount } from '../../ui/values/amount.ts';
import { tagsQuery } from '../customer/customer.ts';
import { sourceName } from '../lead/lead.ts';
import { AudienceSize } from './audience-size.tsx';

type Put = (some: Partial<SegmentBody>) => void;

interface ConditionsProps {
  segment: SegmentBody;
  put: Put;
}

const CityInput = listInput('Hadley, Amherst…');
const ZipCodeInput = listInput('01035, 01002…');

/** Whom a campaign is for: all customers, or those who meet some conditions; with how many that are. */
export function AudienceInput({ id, label, value, describedBy, onChange }: ControlProps) {
  const segment = parsed<SegmentBody>(value) ?? {};
  const put: Put = (some) => {
    const next = Object.entries({ ...segment, ...some }).filter(([, condition]) => isSaid(condition));
    onChange(next.length === 0 ? '' : jsonOf(Object.fromEntries(next)));
  };
  return (
    <InputsOf id={id} aria-label={label} aria-describedby={describedBy} className="hw-audience">
      <AudienceSize segment={value === '' ? null : segment} />
      <Disclosure summary="Only customers who meet these conditions" startsOpen={value !== ''}>
        <div className="hw-audience-conditions">
          <Work segment={segment} put={put} />
          <Worth segment={segment} put={put} />
          <Origin segment={segment} put={put} />
          <Tags segment={segment} put={put} />
        </div>
      </Disclosure>
    </InputsOf>
  );
}

function isSaid(condition: unknown): boolean {
  return condition !== null && condition !== '' && !(Array.isArray(condition) && condition.length === 0);
}

function Work({ segment, put }: ConditionsProps) {
  const { services, finishedFrom, finishedTo, notServedSince } = segment;
  return (
    <>
      <Checks
        label="Service done"
        choices={[...new Set([...SERVICE_TYPES, ...(services ?? [])])]}
        labelOf={serviceLabel}
        chosen={services ?? []}
        onChange={(chosen) => put({ services: chosen })}
      />
      <Row>
        <Condition label="Finished from">
          {(id) => <DateInput id={id} value={finishedFrom ?? ''} onValueChange={(day) => put({ finishedFrom: day })} />}
        </Condition>
        <Condition label="Finished to">
          {(id) => <DateInput id={id} value={finishedTo ?? ''} onValueChange={(day) => put({ finishedTo: day })} />}
        </Condition>
        <Condition label="Not served since" help="Also finds those who never were">
          {(id) => (
            <DateInput id={id} value={notServedSince ?? ''} onValueChange={(day) => put({ notServedSince: day })} />
          )}
        </Condition>
      </Row>
    </>
  );
}

function Worth({ segment: { valueFrom, valueTo, hasOpenQuote }, put }: ConditionsProps) {
  const quote = typeof hasOpenQuote === 'boolean' ? String(hasOpenQuote) : '';
  return (
    <Row>
      <Condition label="Invoiced at least">
        {(id) => <Dollars id={id} value={valueFrom} onChange={(amount) => put({ valueFrom: amount })} />}
      </Condition>
      <Condition label="Invoiced at most">
        {(id) => <Dollars id={id} value={valueTo} onChange={(amount) => put({ valueTo: amount })} />}
      </Condition>
      <Condition label="Open quote">
        {(id) => (
          <HTMLSelect
            id={id}
            fill
            value={quote}
            onChange={({ target }) => put({ hasOpenQuote: target.value === '' ? null : target.value === 'true' })}
          >
            <option value="">With or without</option>
            <option value="true">With an open quote</option>
            <option value="false">Without an open quote</option>
          </HTMLSelect>
        )}
      </Condition>
    </Row>
  );
}

function Origin({ segment: { leadSources, cities, zipCodes }, put }: ConditionsProps) {
  const list = { describedBy: undefined, isInvalid: false };
  return (
    <>
      <Row>
        <Condition label="Cities">
          {(id) => (
            <CityInput
              {...list}
              id={id}
              label="Cities"
              value={jsonOf(cities ?? null)}
              onChange={(text) => put({ cities: parsed(text) })}
            />
          )}
        </Condition>
        <Condition label="ZIP codes" help="Or in one of these">
          {(id) => (
            <ZipCodeInput
              {...list}
              id={id}
              label="ZIP codes"
              value={jsonOf(zipCodes ?? null)}
              onChange={(text) => put({ zipCodes: parsed(text) })}
            />
          )}
        </Condition>
      </Row>
      <Checks
        label="Lead source"
        choices={LEAD_SOURCES}
        labelOf={(source) => sourceName(source) ?? source}
        chosen={leadSources ?? []}
        onChange={(chosen) => put({ leadSources: chosen })}
      />
    </>
  );
}

/** Last, as those that there are come later; nothing where customers have none. */
function Tags({ segment, put }: ConditionsProps) {
  const chosen = segment.tags ?? [];
  const keys = new Set(chosen.map(tagKey));
  const others = (useQuery(tagsQuery).data ?? []).filter(({ tag }) => !keys.has(tagKey(tag)));
  const choices = [...chosen, ...others.map(({ tag }) => tag)].sort((one, other) => one.localeCompare(other));
  if (choices.length === 0) return null;
  return (
    <Checks label="Tags" choices={choices} labelOf={(tag) => tag} chosen={chosen} onChange={(tags) => put({ tags })} />
  );
}

function Row({ children }: { children: ReactNode }) {
  return <div className="hw-audience-row">{children}</div>;
}

interface ConditionProps {
  label: string;
  help?: string;
  children(id: string): ReactNode;
}

function Condition({ label, help, children }: ConditionProps) {
  const id = useId();
  return (
    <FormGroup label={label} labelFor={id} {...(help !== undefined && { helperText: help })}>
      {children(id)}
    </FormGroup>
  );
}

interface DollarsProps {
  id: string;
  value: string | number | null | undefined;
  onChange(value: string): void;
}

function Dollars({ id, value, onChange }: DollarsProps) {
  const text = String(value ?? '');
  return (
    <InputGroup
      id={id}
      inputMode="decimal"
      autoComplete="off"
      leftElement={<span className="hw-dollar">$</span>}
      intent={parseAmount(text) === null ? 'danger' : 'none'}
      value={text}
      onValueChange={onChange}
      onBlur={() => text !== '' && onChange(parseAmount(text) ?? text)}
    />
  );
}

interface ChecksProps {
  label: string;
  choices: readonly string[];
  labelOf(choice: string): string;
  chosen: readonly string[];
  onChange(chosen: string[]): void;
}

function Checks({ label, choices, labelOf, chosen, onChange }: ChecksProps) {
  const id = useId();
  return (
    <FormGroup label={label} labelFor={id}>
      <InputsOf id={id} aria-label={label} className="hw-checks">
        {choices.map((choice) => (
          <Checkbox
            key={choice}
            label={labelOf(choice)}
            checked={chosen.includes(choice)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(choices.filter((each) => (each === choice ? checked : chosen.includes(each))))
            }
          />
        ))}
      </InputsOf>
    </FormGroup>
  );
}
