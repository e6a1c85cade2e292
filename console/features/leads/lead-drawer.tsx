import { Button, MenuDivider, MenuItem } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ErasedLead, LeadRecord } from '../../../api/leads/schema.ts';
import { LEAD_STATUSES } from '../../../domain/lead/terms.ts';
import { leadQuery } from '../../entities/lead/lead.ts';
import { leadKind } from '../../entities/lead/lead-kind.ts';
import { leadTone } from '../../entities/tones.ts';
import { Photos } from '../../photos/photos.tsx';
import { EraseDialog } from '../../records/acts/erase-dialog.tsx';
import { useRecordActs } from '../../records/acts/record-acts.ts';
import type { OpenRecord } from '../../records/list/list-page.tsx';
import { RecordDrawer } from '../../records/record/record-drawer.tsx';
import { MoreMenu } from '../../ui/layout/more-menu.tsx';
import { Popover } from '../../ui/layout/popover.tsx';
import { useIsSmall } from '../../ui/layout/use-media.ts';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import type { Toast } from '../../ui/status/toaster.tsx';
import { knownLead } from './lead-cache.ts';
import { isUndecided, MoveItems, StatusMenu } from './lead-card.tsx';
import { LeadRequest } from './lead-request.tsx';
import type { LeadActs } from './use-lead-acts.ts';

interface LeadDrawerProps extends OpenRecord {
  acts: LeadActs | null;
  isOwner: boolean;
}

/** One lead: details, edit, history, beside the board. */
export function LeadDrawer({ acts, isOwner, ...open }: LeadDrawerProps) {
  const { id } = open;
  // At first from the board; a deleted lead, or one not loaded there, comes by its id.
  const query = useQuery({ ...leadQuery(id), placeholderData: () => knownLead(id) });
  const lead = query.data;
  const canChange = acts !== null && !lead?.erased;
  return (
    <RecordDrawer
      {...open}
      kind={leadKind}
      record={lead}
      loading={query}
      canChange={canChange}
      blank={NAME_REQUIRED}
      saved={{ title: 'Lead Updated', text: 'The lead has been saved.', intent: 'success' }}
      badge={lead && <StatusTag tone={leadTone(lead.status)}>{lead.status}</StatusTag>}
      actions={lead && acts && <Actions lead={lead} acts={acts} />}
      below={
        <>
          {lead?.request && <LeadRequest request={lead.request} />}
          <Photos category="lead" recordId={id} canChange={canChange && !lead?.removed} />
          {lead && isOwner && <Erase lead={lead} />}
        </>
      }
    />
  );
}

function Actions({ lead, acts }: { lead: LeadRecord; acts: LeadActs }) {
  const canWin = isUndecided(lead);
  const convert = () => acts.convert(lead);
  const isSmall = useIsSmall();
  useRecordActs(leadKind.titleOf(lead), [
    ...(canWin
      ? [
          { text: 'Create Quote', run: () => acts.quote(lead) },
          { text: 'Convert', run: convert },
        ]
      : []),
    ...(lead.erased ? [] : LEAD_STATUSES.filter((status) => status !== lead.status)).map((status) => {
      return { text: `Move to ${status}`, run: () => acts.move(lead, status) };
    }),
    { text: 'Delete', run: () => acts.remove(lead) },
  ]);
  const remove = <Button variant="minimal" intent="danger" text="Delete" onClick={() => acts.remove(lead)} />;
  if (lead.erased) return remove;
  // In one row, within reach of the thumb.
  if (isSmall)
    return (
      <>
        {canWin && <Button text="Create Quote" onClick={() => acts.quote(lead)} />}
        {canWin && <Button text="Convert" onClick={convert} />}
        <MoreMenu>
          <MoveItems lead={lead} acts={acts} />
          <MenuDivider />
          <MenuItem intent="danger" text="Delete" onClick={() => acts.remove(lead)} />
        </MoreMenu>
      </>
    );
  return (
    <>
      <Popover placement="bottom-start" content={<StatusMenu lead={lead} acts={acts} />}>
        <Button text="Move to…" />
      </Popover>
      {canWin && <Button text="Create Quote" onClick={() => acts.quote(lead)} />}
      {canWin && <Button text="Convert" onClick={convert} />}
      {remove}
    </>
  );
}

/** For the owner: it cannot be undone. A lead of whom a customer was made goes with the customer. */
function Erase({ lead }: { lead: LeadRecord }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {!lead.erased && lead.customerId === null && (
        <Button variant="minimal" intent="danger" text="Erase personal data…" onClick={() => setOpen(true)} />
      )}
      {isOpen && (
        <EraseDialog<ErasedLead>
          record={lead}
          category={leadKind.category}
          path={leadKind.path(lead.id)}
          name={lead.name ?? ''}
          collections={HOLDING_THEM}
          partsOf={() => ['The lead']}
          onClose={() => setOpen(false)}
        >
          <p>
            <strong>Erased for good:</strong> name, contact, address, description and notes; the same in quotes,
            analyses and the external lead it came from; every photo, email and task; and all of it in the history.
          </p>
          <p>
            <strong>Kept:</strong> that there was a lead, its status, source and value, amounts of quotes, and the steps
            of the history with who took them and when. Backups and exports made earlier still hold the data.
          </p>
        </EraseDialog>
      )}
    </>
  );
}

/** Other collections that hold data about a lead. */
const HOLDING_THEM = [...leadKind.collections, 'external_leads', 'quotes', 'analyses', 'photos', 'mails', 'tasks'];

/** The toast for a lead without a name. */
export const NAME_REQUIRED: Toast = {
  title: 'Validation Error',
  text: 'Lead name is required.',
  intent: 'danger',
};
