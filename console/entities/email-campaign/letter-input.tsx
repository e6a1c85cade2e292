import { Button, InputGroup, Menu, MenuItem, TextArea } from '@blueprintjs/core';
import { useRef } from 'react';
import {
  CAMPAIGN_FIELDS,
  type CampaignField,
  EMAIL_CAMPAIGN_LIMITS,
  fieldMark,
} from '../../../domain/email-campaign/terms.ts';
import type { ControlProps } from '../../ui/inputs/fields.ts';
import { Popover } from '../../ui/layout/popover.tsx';

/** The subject of a campaign: one line, with a menu of the fields. */
export function SubjectInput(props: ControlProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <InputGroup
        {...attributes(props, EMAIL_CAMPAIGN_LIMITS.subject)}
        inputRef={input}
        autoComplete="off"
        onValueChange={props.onChange}
      />
      <InsertField {...props} input={input} />
    </>
  );
}

/** The text of a campaign, with a menu of the fields. */
export function LetterInput(props: ControlProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <TextArea
        {...attributes(props, EMAIL_CAMPAIGN_LIMITS.content)}
        inputRef={input}
        fill
        rows={12}
        onChange={(event) => props.onChange(event.target.value)}
      />
      <InsertField {...props} input={input} />
    </>
  );
}

function attributes({ id, value, describedBy, isInvalid }: ControlProps, maxLength: number) {
  return {
    id,
    value,
    maxLength,
    intent: isInvalid ? 'danger' : 'none',
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid,
  } as const;
}

interface InsertFieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
  input: { current: HTMLInputElement | HTMLTextAreaElement | null };
}

/** Puts a field where the cursor is, and leaves the cursor behind it. */
function InsertField({ label, value, onChange, input }: InsertFieldProps) {
  function insert(field: CampaignField): void {
    const { current } = input;
    const from = current?.selectionStart ?? value.length;
    const to = current?.selectionEnd ?? from;
    const text = fieldMark(field);
    onChange(value.slice(0, from) + text + value.slice(to));
    // Once the menu has given the focus back, unless somebody is typing elsewhere by then.
    setTimeout(() => {
      if (document.activeElement?.matches('input, textarea')) return;
      current?.focus();
      current?.setSelectionRange(from + text.length, from + text.length);
    }, 100);
  }
  return (
    <Popover
      placement="bottom-start"
      content={
        <Menu>
          {CAMPAIGN_FIELDS.map((field: CampaignField) => (
            <MenuItem key={field.name} text={field.label} label={fieldMark(field)} onClick={() => insert(field)} />
          ))}
        </Menu>
      }
    >
      <Button variant="minimal" size="small" text="Insert a field" aria-label={`Insert a field: ${label}`} />
    </Popover>
  );
}
