import { Button, Classes, MenuItem } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import type { ExternalLeadRecord, erasedExternalLead } from '../../../api/external-leads/schema.ts';
import { EXTERNAL_OUTCOME_LABELS, notedAnalysis } from '../../../domain/external-lead/terms.ts';
import { useNewest } from '../../data/told.ts';
import {
  EXTERNAL_LEADS,
  EXTERNAL_LEADS_AND_LEADS,
  externalLeadPath,
  externalLeadQuery,
} from '../../entities/external-lead/external-lead.ts';
import { CUSTOMER_FIELDS, externalLeadKind } from '../../entities/external-lead/external-lead-kind.ts';
import { sourceName } from '../../entities/lead/lead.ts';
import { Photos } from '../../photos/photos.tsx';
import { EraseDialog } from '../../records/acts/erase-dialog.tsx';
import { useRecordActs } from '../../records/acts/record-acts.ts';
import type { OpenRecord } from '../../records/list/list-page.tsx';
import { useRemoval } from '../../records/list/removed.tsx';
import { RecordContacts, RecordDetails } from '../../records/record/record-details.tsx';
import { RecordDrawer } from '../../records/record/record-drawer.tsx';
import { MoreMenu } from '../../ui/layout/more-menu.tsx';
import { useIsSmall } from '../../ui/layout/use-media.ts';
import { Instant } from '../../ui/values/day.tsx';
import { mayAssign, namesOf, StatusTags } from './external-lead-card.tsx';
import { useTakeLead } from './use-take-lead.ts';

interface ExternalLeadDrawerProps extends OpenRecord {
  isOwner: boolean;
  onAssign(id: string): void;
  onComplete(id: string): void;
}

/** One external lead: the request, what the picture showed, who does the work and how it ended. */
export function ExternalLeadDrawer({ isOwner, onAssign, onComplete, ...open }: ExternalLeadDrawerProps) {
  const { id, canChange } = open;
  const query = useQuery(externalLeadQuery(id));
  const lead = useNewest(query.data);
  return (
    <RecordDrawer
      {...open}
      canChange={canChange && !lead?.erased}
      kind={externalLeadKind}
      record={lead}
      loading={query}
      badge={lead && <StatusTags lead={lead} />}
      actions={lead && canChange && <Acts lead={lead} onAssign={onAssign} onComplete={onComplete} />}
      below={
        lead && (
          <>
            <Customer lead={lead} />
            <Analysis lead={lead} />
            <Assignment lead={lead} isOwner={isOwner} />
            <Photos category="external_lead" recordId={id} canChange={canChange && !lead.removed && !lead.erased} />
            {isOwner && <Erase lead={lead} />}
          </>
        )
      }
    />
  );
}

interface ActsProps extends Pick<ExternalLeadDrawerProps, 'onAssign' | 'onComplete'> {
  lead: ExternalLeadRecord;
}

function Acts({ lead, onAssign, onComplete }: ActsProps) {
  const take = useTakeLead();
  const removal = useRemoval(externalLeadKind, lead);
  const isSmall = useIsSmall();
  const isOpen = lead.status !== 'completed';
  const acts = [
    ...(mayAssign(lead) ? [{ text: 'Find Local Pro', run: () => onAssign(lead.id) }] : []),
    ...(isOpen ? [{ text: 'Complete…', run: () => onComplete(lead.id) }] : []),
    ...(isOpen ? [{ text: 'Move to our pipeline', run: () => take.mutate(lead) }] : []),
  ];
  useRecordActs(externalLeadKind.titleOf(lead), acts);
  // In one row, within reach of the thumb.
  const shown = isSmall ? acts.slice(0, 2) : acts;
  return (
    <>
      {shown.map(({ text, run }, index) => (
        <Button
          key={text}
          text={text}
          disabled={take.isPending}
          {...(index === 0 && isOpen && { intent: 'primary' as const })}
          onClick={run}
        />
      ))}
      {lead.leadId && (
        <Link to="/leads" search={{ lead: lead.leadId }} className={Classes.BUTTON}>
          Open our lead
        </Link>
      )}
      {isSmall ? (
        <MoreMenu>
          {acts.slice(shown.length).map(({ text, run }) => (
            <MenuItem key={text} text={text} disabled={take.isPending} onClick={run} />
          ))}
          {removal && <MenuItem text={removal.text} intent="danger" disabled={take.isPending} onClick={removal.run} />}
        </MoreMenu>
      ) : (
        removal && <Button variant="minimal" intent="danger" text={removal.text} onClick={removal.run} />
      )}
    </>
  );
}

/** The customer, with phone, email and map links. */
function Customer({ lead }: { lead: ExternalLeadRecord }) {
  const { customer, erased, hostSite, leadSource, createdAt } = lead;
  const kind = { ...externalLeadKind, fields: CUSTOMER_FIELDS, placeOf: () => customer.address };
  return (
    <section className="hw-drawer-section" aria-label="Customer">
      <h3>Customer</h3>
      {!erased && <RecordContacts kind={kind} record={{ ...lead, ...customer }} />}
      <RecordDetails fields={CUSTOMER_FIELDS} record={customer} />
      <dl className="hw-details">
        <Told label="Came in" text={<Instant iso={createdAt} />} />
        <Told label="Through" text={[sourceName(leadSource), hostSite].filter(Boolean).join(' on ')} />
      </dl>
    </section>
  );
}

/** What the AI found in the picture; nothing if the notes contain no analysis. */
function Analysis({ lead: { notes } }: { lead: ExternalLeadRecord }) {
  const found = notedAnalysis(notes);
  if (found === null) return null;
  return (
    <section className="hw-drawer-section" aria-label="AI Analysis">
      <h3>AI Analysis</h3>
      <p className="hw-muted">
        Estimated from the visitor’s photo. Nobody has checked it. Anything marked as typical was not seen in the photo.
      </p>
      <dl className="hw-details">
        {found.texts.map(({ label, text }) => (
          <div key={label} className="hw-detail">
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        {found.lists.map(({ label, items }) => (
          <div key={label} className="hw-detail hw-detail-wide">
            <dt>{label}</dt>
            <dd>
              <ul>
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Who does the work, and how it turned out. */
function Assignment({ lead, isOwner }: { lead: ExternalLeadRecord; isOwner: boolean }) {
  const { assignment, outcome, outcomeNotes } = lead;
  if (assignment === null && outcome === null) return null;
  return (
    <section className="hw-drawer-section" aria-label="Local professional">
      <h3>Local professional</h3>
      <dl className="hw-details">
        <Told label="Name" text={assignment && namesOf(assignment)} />
        <Told label="Contact" text={assignment?.contact} />
        <Told label="Notes" text={assignment?.notes} />
        <Told label="Outcome" text={outcome && (EXTERNAL_OUTCOME_LABELS[outcome] ?? outcome)} />
        <Told label="Outcome notes" text={outcomeNotes} />
      </dl>
      {isOwner && assignment && <ErasePro lead={lead} assignment={assignment} />}
    </section>
  );
}

type Assigned = NonNullable<ExternalLeadRecord['assignment']>;

/** For the owner: it cannot be undone. */
function ErasePro({ lead, assignment }: { lead: ExternalLeadRecord; assignment: Assigned }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {!assignment.erased && (
        <Button variant="minimal" intent="danger" text="Erase this professional…" onClick={() => setOpen(true)} />
      )}
      {isOpen && (
        <EraseDialog<z.output<typeof erasedExternalLead>>
          record={{ ...lead, erased: assignment.erased }}
          category="external_lead"
          path={`${externalLeadPath(lead.id)}/pro`}
          name={assignment.name ?? ''}
          collections={EXTERNAL_LEADS}
          partsOf={() => ['The professional']}
          onClose={() => setOpen(false)}
        >
          <p>
            <strong>Erased for good:</strong> name, company, contact and the notes of the assignment, in this lead and
            in every other of theirs; and all of it in the history.
          </p>
          <p>
            <strong>Kept:</strong> the leads, with whoever asked, how they turned out and what was noted about that. A
            lead that is still open waits for a professional again. Backups and exports made earlier still hold the
            data.
          </p>
        </EraseDialog>
      )}
    </>
  );
}

function Told({ label, text }: { label: string; text: ReactNode }) {
  if (!text) return null;
  return (
    <div className="hw-detail">
      <dt>{label}</dt>
      <dd>{text}</dd>
    </div>
  );
}

/** For the owner: it cannot be undone. */
function Erase({ lead }: { lead: ExternalLeadRecord }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {!lead.erased && lead.leadId === null && (
        <Button variant="minimal" intent="danger" text="Erase personal data…" onClick={() => setOpen(true)} />
      )}
      {isOpen && (
        <EraseDialog<z.output<typeof erasedExternalLead>>
          record={lead}
          category="external_lead"
          path={externalLeadPath(lead.id)}
          name={lead.customer.name ?? ''}
          collections={[...EXTERNAL_LEADS_AND_LEADS, 'mails']}
          partsOf={() => ['The person who asked']}
          onClose={() => setOpen(false)}
        >
          <p>
            <strong>Erased for good:</strong> name, contact, address, description, what was found in the picture, the
            local professional, every photo and email; and all of it in the history.
          </p>
          <p>
            <strong>Kept:</strong> that there was a request, its service, status and outcome, and the steps of the
            history with who took them and when. Backups and exports made earlier still hold the data.
          </p>
        </EraseDialog>
      )}
    </>
  );
}
