import type { CampaignRecord } from '../../../api/campaigns/schema.ts';
import { listCall } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';
import { type PickerKind, RecordPicker } from '../../records/edit/record-picker.tsx';
import type { ControlProps } from '../../ui/inputs/fields.ts';
import { useAccountId } from '../account/session.ts';

const AT_MOST = '50';

const campaignPicker: PickerKind = {
  noun: 'campaign',
  categories: ['campaign'],
  collections: ['campaigns'],
  none: 'There are no campaigns yet.',
  async find(search, context) {
    const path = listCall('/api/marketing/campaigns', {
      kind: 'campaign',
      search: search || undefined,
      limit: AT_MOST,
    });
    const found = await read<CampaignRecord[]>(path, context);
    return found.map(({ id, name, status }) => ({ category: 'campaign', id, title: name, detail: status }));
  },
};

/** Which campaign a post belongs to, if any. */
export function CampaignInput({ value, onChange, ...control }: ControlProps) {
  return (
    <RecordPicker
      {...control}
      kind={campaignPicker}
      accountId={useAccountId()}
      picked={value === '' ? [] : [value]}
      placeholder="Search campaigns…"
      onPick={([id = '']) => onChange(id)}
    />
  );
}
