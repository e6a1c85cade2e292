import { Button, Dialog, DialogBody } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import type { ExternalLeadRecord, LocalProRecord } from '../../../api/external-leads/schema.ts';
import { PRO_LIMITS } from '../../../domain/external-lead/terms.ts';
import { useCommand } from '../../data/use-command.ts';
import { EXTERNAL_LEADS, externalLeadPath, localProsQuery } from '../../entities/external-lead/external-lead.ts';
import { DraftBanner } from '../../records/draft-banner.tsx';
import { searched } from '../../records/list-search.ts';
import { RecordForm } from '../../records/record-form.tsx';
import { offerUndo } from '../../records/undo.ts';
import { useDraft } from '../../records/use-draft.ts';
import { placesLink } from '../../ui/contact-links.ts';
import { bodyOf, type Field, type Values, valuesOf } from '../../ui/fields.ts';
import { showToast } from '../../ui/toaster.tsx';

const FIELDS: readonly Field[] = [
  { name: 'name', label: 'Professional Name', kind: 'text', maxLength: PRO_LIMITS.name, required: true },
  { name: 'company', label: 'Company', kind: 'text', maxLength: PRO_LIMITS.company },
  {
    ...{ name: 'contact', label: 'Contact', kind: 'text', maxLength: PRO_LIMITS.contact, required: true },
    help: 'A phone number or an email address',
  },
  { name: 'notes', label: 'Notes', kind: 'multiline', maxLength: PRO_LIMITS.notes },
];

interface AssignProDialogProps {
  lead: ExternalLeadRecord;
  onClose(): void;
}

/** Says who does the work: somebody of earlier assignments, or somebody new. */
export function AssignProDialog({ lead, onClose }: AssignProDialogProps) {
  const { id, title, revision, customer } = lead;
  const draftKey = `external_lead/${id}/pro`;
  const draft = useDraft(draftKey, FIELDS, () => valuesOf(FIELDS, null));
  const { values } = draft;
  const assign = useCommand<object, ExternalLeadRecord>({
    command: (body) => ({ method: 'POST', path: `${externalLeadPath(id)}/assign-pro`, body }),
    collections: EXTERNAL_LEADS,
    draftKey,
    onSuccess({ commandId }) {
      void showToast({
        title: 'Local Pro Assigned',
        text: 'The lead has been successfully assigned to a local professional.',
        intent: 'success',
        ...offerUndo({ category: 'external_lead', id, commandId }, EXTERNAL_LEADS),
      });
      close();
    },
  });

  function close(): void {
    draft.drop();
    onClose();
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Assign Local Professional"
      className="hw-dialog"
      canOutsideClickClose={false}
    >
      <DialogBody>
        <RecordForm
          fields={FIELDS}
          values={values}
          onChange={draft.change}
          onSubmit={() => assign.mutate({ ...bodyOf(FIELDS, values), expectedRevision: revision })}
          onCancel={close}
          submitText="Assign"
          canSubmit={FIELDS.every(({ name, required }) => !required || values[name]?.trim())}
          isBusy={assign.isPending}
          error={assign.error}
          // Below the fields, which so stay where they are when it comes.
          below={
            <Suggestions
              typed={values['name'] ?? ''}
              onPick={(pro) => draft.change({ ...values, ...proValues(pro) })}
            />
          }
        >
          {draft.found && <DraftBanner typedAt={draft.found.typedAt} onDiscard={draft.discard} />}
          <p className="hw-muted">
            For {title}
            {customer.address && (
              <>
                {', '}
                <a href={placesLink('tree service', customer.address)} target="_blank" rel="noreferrer">
                  see tree services near {customer.address}
                </a>
              </>
            )}
          </p>
        </RecordForm>
      </DialogBody>
    </Dialog>
  );
}

function proValues({ name, company, contact }: LocalProRecord): Values {
  return { name: name ?? '', company: company ?? '', contact: contact ?? '' };
}

const FEW = 4;

interface SuggestionsProps {
  /** Of the name: only those that have it are suggested. */
  typed: string;
  onPick(pro: LocalProRecord): void;
}

/** Whom one has worked with, and how that turned out. */
function Suggestions({ typed, onPick }: SuggestionsProps) {
  const pros = useQuery(localProsQuery).data ?? [];
  const found = searched(pros, typed, ({ name, company }) => [name, company]).slice(0, FEW);
  if (found.length === 0) return null;
  return (
    <section className="hw-pros" aria-label="Professionals of earlier leads">
      <h3>From earlier leads</h3>
      <ul>
        {found.map((pro) => (
          <li key={`${pro.name} ${pro.contact}`}>
            <Button variant="outlined" alignText="start" fill onClick={() => onPick(pro)}>
              <strong>{[pro.name, pro.company].filter(Boolean).join(', ')}</strong>
              <span className="hw-muted"> {recordOf(pro)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `3 leads: 2 done, 1 not available`. */
function recordOf({ assignments, workDone, customerDeclined, proUnavailable }: LocalProRecord): string {
  const ended = [
    workDone > 0 && `${workDone} done`,
    customerDeclined > 0 && `${customerDeclined} declined by the customer`,
    proUnavailable > 0 && `${proUnavailable} not available`,
  ].filter((part) => part !== false);
  const all = assignments === 1 ? '1 lead' : `${assignments} leads`;
  return ended.length === 0 ? all : `${all}: ${ended.join(', ')}`;
}
