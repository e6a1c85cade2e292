import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import type { CampaignRecord } from '../../../api/campaigns/schema.ts';
import { queryClient, read } from '../../data/query-client.ts';
import { type PickerKind, RecordPicker } from '../../records/edit/record-picker.tsx';
import type { ControlProps } from '../../ui/inputs/fields.ts';
import { useAccountId } from '../account/session.ts';
import { CAMPAIGNS, campaignQuery, campaignStatusLabel, campaignsCall } from './campaign.ts';

const campaignPicker: PickerKind = {
  noun: 'campaign',
  categories: ['campaign'],
  collections: CAMPAIGNS,
  none: 'There are no campaigns yet.',
  async find(search, context) {
    const found = await read<CampaignRecord[]>(campaignsCall({ search }), context);
    return found.map(({ id, name, status }) => ({
      category: 'campaign',
      id,
      title: name,
      detail: campaignStatusLabel(status),
    }));
  },
};

/** Picks the campaign by which something came. */
export function CampaignInput({ value, onChange, ...control }: ControlProps) {
  const accountId = useAccountId();
  return (
    <RecordPicker
      {...control}
      kind={campaignPicker}
      accountId={accountId}
      picked={value === '' ? [] : [value]}
      placeholder="None"
      onPick={([id = '']) => onChange(id)}
    />
  );
}

/** A campaign by name, if the page has loaded it. */
export function formatCampaign(value: unknown): string {
  return queryClient.getQueryData(campaignQuery(String(value)).queryKey)?.name ?? 'A campaign';
}

/** Among the filters of a list: the campaign whose rows are shown, with a button to show all. */
export function OfCampaign({ id, onClear }: { id: string; onClear(): void }) {
  const { data } = useQuery(campaignQuery(id));
  return <Button text={`From ${data?.name ?? 'one campaign'} ×`} title="Show all" onClick={onClear} />;
}
