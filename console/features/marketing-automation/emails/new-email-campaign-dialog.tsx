import { Button, FormGroup, HTMLSelect } from '@blueprintjs/core';
import { useId, useState } from 'react';
import type { CampaignRecord } from '../../../../api/campaigns/schema.ts';
import { TEMPLATE_TEXTS } from '../../../../domain/email-campaign/templates.ts';
import { EMAIL_TEMPLATE_LABELS, EMAIL_TEMPLATES } from '../../../../domain/email-campaign/terms.ts';
import { CAMPAIGNS_PATH } from '../../../entities/campaign/campaign.ts';
import { EMAIL_CAMPAIGNS } from '../../../entities/email-campaign/email-campaign.ts';
import { EMAIL_CAMPAIGN_FIELDS } from '../../../entities/email-campaign/email-campaign-kind.ts';
import { NewRecordDialog } from '../../../records/edit/new-record-dialog.tsx';
import { type Values, valuesOf } from '../../../ui/inputs/fields.ts';
import { CampaignPreview } from './campaign-preview.tsx';

const KIND = { category: 'email_campaign', collections: EMAIL_CAMPAIGNS, fields: EMAIL_CAMPAIGN_FIELDS };
const INITIAL = { ...valuesOf(EMAIL_CAMPAIGN_FIELDS, null), templateType: 'promotional' };

/** The dialog that creates a campaign by email, as a draft or for a date, with what a recipient reads beside it. */
export function NewEmailCampaignDialog({ onClose }: { onClose(): void }) {
  return (
    <NewRecordDialog<CampaignRecord>
      title="Create Campaign"
      submitText="Create Campaign"
      kind={KIND}
      initial={INITIAL}
      path={CAMPAIGNS_PATH}
      failed="Failed to create campaign"
      saved={({ status }) => ({
        title: 'Campaign Created',
        text: status === 'scheduled' ? 'It is sent when its time comes.' : 'It is a draft until you send it.',
      })}
      onClose={onClose}
      beside={({ subject = '', content = '' }) => <CampaignPreview subject={subject} content={content} />}
    >
      {(values, put) => <Templates values={values} put={put} />}
    </NewRecordDialog>
  );
}

interface TemplatesProps {
  values: Values;
  put(some: Values): void;
}

/** Begins with a text that is there; what was typed before can be had again. */
function Templates({ values, put }: TemplatesProps) {
  const [before, setBefore] = useState<Values | null>(null);
  const id = useId();
  function choose(chosen: string): void {
    const template = TEMPLATE_TEXTS.find((each) => each.id === chosen);
    if (!template) return;
    const { templateType = '', subject = '', content = '' } = values;
    const isTyped =
      `${subject}${content}`.trim() !== '' &&
      !TEMPLATE_TEXTS.some((each) => each.subject === subject && each.content === content);
    if (isTyped) setBefore({ templateType, subject, content });
    put({ templateType: template.type, subject: template.subject, content: template.content });
  }
  return (
    <FormGroup label="Start from a template" labelFor={id} className="hw-field">
      <HTMLSelect id={id} fill value="" onChange={(event) => choose(event.target.value)}>
        <option value="">Choose a text to begin with</option>
        {EMAIL_TEMPLATES.map((type) => (
          <optgroup key={type} label={EMAIL_TEMPLATE_LABELS[type] ?? type}>
            {TEMPLATE_TEXTS.filter((each) => each.type === type).map((each) => (
              <option key={each.id} value={each.id}>
                {each.label}
              </option>
            ))}
          </optgroup>
        ))}
      </HTMLSelect>
      {before && (
        <Button
          variant="minimal"
          size="small"
          text="Put back what I had typed"
          onClick={() => {
            put(before);
            setBefore(null);
          }}
        />
      )}
    </FormGroup>
  );
}
