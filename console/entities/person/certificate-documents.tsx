import { Button } from '@blueprintjs/core';
import { Cross, Upload } from '@blueprintjs/icons';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { StaffRecord } from '../../../api/staff/schema.ts';
import { STAFF_LIMITS } from '../../../domain/staff/terms.ts';
import { ApiError, type Reply } from '../../data/api.ts';
import { sendForm } from '../../data/send-form.ts';
import { randomKey, tellOwnChange } from '../../data/use-command.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { tellRefused, useAct } from '../../records/acts/use-act.ts';
import { showToast } from '../../ui/status/toaster.tsx';
import { Day } from '../../ui/values/day.tsx';
import { personKind } from './person-kind.ts';

interface CertificateDocumentsProps {
  person: StaffRecord;
  canChange: boolean;
}

/** The scanned document of each of somebody's certificates: to open, upload, replace and remove. */
export function CertificateDocuments({ person, canChange }: CertificateDocumentsProps) {
  const names = [...new Set(person.certifications.map(({ name }) => name))];
  const rows = names.map((name) => ({
    name,
    document: person.certificateDocuments.find(({ certificate }) => certificate === name),
  }));
  const shown = canChange ? rows : rows.filter(({ document }) => document);
  if (shown.length === 0) return null;
  return (
    <ul className="hw-entries" aria-label="Scanned documents">
      {shown.map(({ name, document }) => (
        <li key={name}>
          <span>
            {document ? (
              <>
                <a href={document.url} target="_blank" rel="noreferrer" className="hw-in-text">
                  {name}
                </a>{' '}
                <span className="hw-muted">
                  {document.type === 'application/pdf' ? 'PDF' : 'picture'}, added <Day iso={document.addedAt} />
                </span>
              </>
            ) : (
              <>
                {name} <span className="hw-muted">no document</span>
              </>
            )}
          </span>
          {canChange && <Acts person={person} certificate={name} hasDocument={document !== undefined} />}
        </li>
      ))}
    </ul>
  );
}

interface ActsProps {
  person: StaffRecord;
  certificate: string;
  hasDocument: boolean;
}

function Acts({ person, certificate, hasDocument }: ActsProps) {
  const input = useRef<HTMLInputElement>(null);
  const path = `${personKind.path(person.id)}/certificates/${encodeURIComponent(certificate)}/document`;
  const undoneOn = { category: personKind.category, id: person.id };
  const upload = useMutation({
    mutationFn: (file: File) => send(path, file),
    onSuccess({ position, commandId }) {
      tellOwnChange(position, personKind.collections);
      void showToast({
        title: 'Document Saved',
        text: `It is with the certificate ${certificate}.`,
        intent: 'success',
        ...offerUndo({ ...undoneOn, commandId }, personKind.collections),
      });
    },
    onError: tellRefused,
  });
  const remove = useAct<void, StaffRecord>({
    command: () => ({ method: 'DELETE', path }),
    collections: personKind.collections,
    done: () => ({ title: 'Document Removed', text: `The certificate ${certificate} stays.` }),
    undoneOn: () => undoneOn,
  });
  return (
    <>
      <Button
        size="small"
        icon={<Upload size={14} />}
        text={hasDocument ? 'Replace' : 'Upload'}
        aria-label={`${hasDocument ? 'Replace' : 'Upload'} the document of ${certificate}`}
        loading={upload.isPending}
        onClick={() => input.current?.click()}
      />
      {hasDocument && (
        <Button
          size="small"
          variant="minimal"
          icon={<Cross size={14} />}
          aria-label={`Remove the document of ${certificate}`}
          title="Remove"
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        />
      )}
      <input
        ref={input}
        className="hw-photos-input"
        type="file"
        aria-label={`Choose the document of ${certificate}`}
        tabIndex={-1}
        accept="application/pdf,image/jpeg,image/png,image/webp"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) upload.mutate(file);
          target.value = '';
        }}
      />
    </>
  );
}

/** @throws ApiError */
async function send(path: string, file: File): Promise<Reply<StaffRecord>> {
  if (file.size > STAFF_LIMITS.documentBytes) {
    const message = `A document must not be larger than ${STAFF_LIMITS.documentBytes / 1e6} MB.`;
    throw new ApiError(413, { message, code: 'too_large' });
  }
  const form = new FormData();
  form.append('document', file, 'document');
  return sendForm({ method: 'PUT', path, form, idempotencyKey: randomKey(), onProgress() {} });
}
