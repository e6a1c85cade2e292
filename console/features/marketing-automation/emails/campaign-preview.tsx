import { Button, ButtonGroup, Callout, FormGroup } from '@blueprintjs/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { CampaignPreview as Preview } from '../../../../api/email-campaigns/preview.schema.ts';
import { ask } from '../../../data/query-client.ts';
import { useAccountId } from '../../../entities/account/session.ts';
import { CAMPAIGNS_PATH } from '../../../entities/campaign/campaign.ts';
import { customerPicker } from '../../../entities/customer/customer-picker.tsx';
import { RecordPicker } from '../../../records/edit/record-picker.tsx';
import { useSettled } from '../../../ui/use-settled.ts';
import { LetterFrame } from './letter-frame.tsx';

/** Every mail has both: some programs show no HTML. */
const SHOWN_AS = [
  ['HTML', false],
  ['Plain text', true],
] as const;

const READER = { ...customerPicker, adds: [] };

interface CampaignPreviewProps {
  subject: string;
  content: string;
  /** Who reads it, where something else depends on it too. */
  customerId?: string;
  onCustomer?(id: string): void;
}

/** A campaign as a customer would get it, with what keeps it from being sent. */
export function CampaignPreview({ subject, content, ...chosen }: CampaignPreviewProps) {
  const [own, setOwn] = useState('');
  const [isPlain, setPlain] = useState(false);
  const { customerId = own, onCustomer = setOwn } = chosen;
  const id = useId();
  const accountId = useAccountId();
  const texts = useSettled(JSON.stringify({ subject, content, customerId: customerId || null }));
  const { data, error } = useQuery({
    queryKey: ['campaign-preview', texts],
    meta: { collections: ['customers', 'company', 'jobs', 'suppressions'] },
    queryFn: (context) => ask<Preview>(`${CAMPAIGNS_PATH}/preview`, JSON.parse(texts), context),
    placeholderData: keepPreviousData,
  });
  return (
    <section className="hw-letter" aria-label="Preview">
      <FormGroup label="Preview as" labelFor={id} className="hw-field">
        <RecordPicker
          id={id}
          label="Preview as"
          describedBy={undefined}
          isInvalid={false}
          kind={READER}
          accountId={accountId}
          picked={customerId === '' ? [] : [customerId]}
          placeholder="Somebody of whom nothing is known"
          onPick={([picked = '']) => onCustomer(picked)}
        />
      </FormGroup>
      <ButtonGroup aria-label="Shown as">
        {SHOWN_AS.map(([text, plain]) => (
          <Button
            key={text}
            text={text}
            active={isPlain === plain}
            aria-pressed={isPlain === plain}
            onClick={() => setPlain(plain)}
          />
        ))}
      </ButtonGroup>
      {error ? (
        <Callout compact intent="warning" icon={null} role="status">
          {error.message}
        </Callout>
      ) : (
        data && <Letter preview={data} isPlain={isPlain} />
      )}
    </section>
  );
}

function Letter({ preview, isPlain }: { preview: Preview; isPlain: boolean }) {
  const { from, to, subject, text, html, problem } = preview;
  return (
    <>
      {problem !== null && (
        <Callout compact intent="warning" icon={null}>
          {problem}
        </Callout>
      )}
      <div className="hw-letter-sheet">
        <dl>
          <dt>From</dt>
          <dd>{from}</dd>
          {to !== null && (
            <>
              <dt>To</dt>
              <dd>{to}</dd>
            </>
          )}
          <dt>Subject</dt>
          <dd>{subject === '' ? <span className="hw-muted">No subject yet</span> : <strong>{subject}</strong>}</dd>
        </dl>
        {isPlain ? <div className="hw-letter-text">{text}</div> : <LetterFrame html={html} />}
      </div>
    </>
  );
}
