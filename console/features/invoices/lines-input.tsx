import { Button } from '@blueprintjs/core';
import { Add, Trash } from '@blueprintjs/icons';
import { INVOICE_LIMITS } from '../../../domain/invoice/terms.ts';
import { FieldInput } from '../../ui/inputs/field-input.tsx';
import type { ControlProps, Field } from '../../ui/inputs/fields.ts';
import { InputsOf } from '../../ui/inputs/inputs-of.tsx';
import { Money } from '../../ui/values/money.tsx';
import { amountOfLine, BLANK_LINE, type LineDraft, linesIn, refusalOfLine } from './lines.ts';

const FIELDS: readonly (Field & { name: keyof LineDraft })[] = [
  { name: 'description', label: 'Description', kind: 'text', maxLength: INVOICE_LIMITS.description },
  { name: 'quantity', label: 'Quantity', kind: 'decimal' },
  { name: 'unitPrice', label: 'Unit Price', kind: 'money' },
];

/** What is charged, line by line. */
export function LinesInput({ id, label, value, describedBy, isInvalid, onChange }: ControlProps) {
  const lines = linesIn(value);
  const put = (next: readonly LineDraft[]) => onChange(JSON.stringify(next));
  return (
    <InputsOf id={id} aria-label={label} aria-describedby={describedBy} className="hw-items">
      {lines.map((line, index) => {
        const title = `Line ${index + 1}`;
        const amount = amountOfLine(line);
        const refusal = isInvalid ? refusalOfLine(line) : null;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its place, and has no state
          <section key={index} className="hw-item" aria-label={title}>
            <div className="hw-item-head">
              <h3>{title}</h3>
              <span className="hw-item-total">{amount !== null && <Money amount={amount / 100} />}</span>
              {lines.length > 1 && (
                <Button
                  variant="minimal"
                  icon={<Trash />}
                  aria-label={`Remove ${title}`}
                  title={`Remove ${title}`}
                  onClick={() => put(lines.toSpliced(index, 1))}
                />
              )}
            </div>
            <div className="hw-item-fields hw-line-fields">
              {FIELDS.map((field) => (
                <FieldInput
                  key={field.name}
                  field={field}
                  value={line[field.name]}
                  problem={refusal?.field === field.name ? refusal.why : undefined}
                  marksRequired={false}
                  onChange={(next) => put(lines.with(index, { ...line, [field.name]: next }))}
                />
              ))}
            </div>
          </section>
        );
      })}
      {lines.length < INVOICE_LIMITS.lines && (
        <div className="hw-items-add">
          <Button icon={<Add />} text="Add line" onClick={() => put([...lines, BLANK_LINE])} />
        </div>
      )}
    </InputsOf>
  );
}
