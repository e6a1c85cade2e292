import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import type { ExternalLeadRecord, LocalProRecord } from '../../../api/external-leads/schema.ts';
import { PRO_LIMITS } from '../../../domain/external-lead/terms.ts';
import { useCommand } from '../../data/use-command.ts';
import { EXTERNAL_LEADS, externalLeadPath, localProsQuery } from '../../entities/external-lead/external-lead.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { FormDialog } from '../../records/edit/form-dialog.tsx';
import { useDraft } from '../../records/edit/use-draft.ts';
import { searched } from '../../records/list/list-search.ts';
import { bodyOf, type Field, type Values, valuesOf } from '../../ui/inputs/fields.ts';
import { showToast } from '../../ui/status/toaster.tsx';
import { placesLink } from '../../ui/values/contact-links.ts';

const FIELDS: readonly Field[] = [
  { name: 'name', label: 'Professional Name', kind: 'text', maxLength: PRO_LIMITS.name, required: true },
  { name: 'company', label: 'Company', kind: 'text', maxLength: PRO_LIMITS.company },
  {
    name: 'contact',
    label: 'Contact',
    kind: 'text',
    maxLength: PRO_LIMITS.contact,
    required: true,
    help: 'A phone number or an email address',
  },
  { name: 'notes', label: 'Notes', kind: 'multiline', maxLength: PRO_LIMITS.notes },
];

interface AssignProDialogProps {
  lead: ExternalLeadRecord;
  onClose(): void;
}

/** Assigns a local professional: one from earlier assignments, or a new one. */
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
      draft.saved(() => {
        draft.drop();
        onClose();
      });
    },
  });

  return (
    <FormDialog
      title="Assign Local Professional"
      draft={draft}
      fields={FIELDS}
      onSubmit={() => assign.mutate({ ...bodyOf(FIELDS, values), expectedRevision: revision })}
      submitText="Assign"
      canSubmit={FIELDS.every(({ name, required }) => !required || values[name]?.trim())}
      isBusy={assign.isPending}
      error={assign.error}
      // Below the fields, so that they do not move when it appears.
      below={
        <Suggestions
          typed={values['name'] ?? ''}
          onPick={(pro) => draft.change((newest) => ({ ...newest, ...proValues(pro) }))}
        />
      }
      onClose={onClose}
    >
      <p className="hw-muted">
        For {title}
        {customer.address && (
          <>
            {', '}
            <a href={placesLink('tree service', customer.address)} target="_blank" rel="noreferrer">
              find tree services near {customer.address}
            </a>
          </>
        )}
      </p>
    </FormDialog>
  );
}

function proValues({ name, company, contact }: LocalProRecord): Values {
  return { name: name ?? '', company: company ?? '', contact: contact ?? '' };
}

const FEW = 4;

interface SuggestionsProps {
  /** The typed name: only matching ones are suggested. */
  typed: string;
  onPick(pro: LocalProRecord): void;
}

/** Professionals from earlier assignments, and how those turned out. */
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
