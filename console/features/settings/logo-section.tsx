import { Button } from '@blueprintjs/core';
import { Upload } from '@blueprintjs/icons';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { SettingsRecord } from '../../../api/settings/schema.ts';
import { COMPANY_LIMITS } from '../../../domain/company/terms.ts';
import { ApiError, type Reply } from '../../data/api.ts';
import { sendForm } from '../../data/send-form.ts';
import { randomKey, tellOwnChange, useCommand } from '../../data/use-command.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { Section } from '../../ui/layout/section.tsx';
import { showToast } from '../../ui/status/toaster.tsx';

const PATH = '/api/settings/logo';
const SETTINGS = ['company'] as const;
const ACCEPTED = 'image/png,image/jpeg,image/webp';

/** The logo as documents show it: on white. The owner can choose or remove it. */
export function LogoSection({ settings, canChange }: { settings: SettingsRecord; canChange: boolean }) {
  const { logo, name } = settings;
  const input = useRef<HTMLInputElement>(null);
  const tell = (title: string, text: string, { data, commandId }: Reply<SettingsRecord>) =>
    showToast({
      title,
      text,
      ...offerUndo({ category: 'company', id: data.id, commandId }, SETTINGS),
      intent: 'success',
    });
  const upload = useMutation({
    mutationFn: sendLogo,
    onSuccess(reply) {
      tellOwnChange(reply.position, SETTINGS);
      void tell('Logo saved', 'It is on quotes and invoices from now on.', reply);
    },
  });
  const remove = useCommand<void, SettingsRecord>({
    command: () => ({ method: 'DELETE', path: PATH }),
    collections: SETTINGS,
    onSuccess: (reply) => void tell('Logo removed', 'Quotes and invoices show none from now on.', reply),
  });
  const error = upload.error ?? remove.error;

  return (
    <Section title="Logo">
      {logo ? (
        <p className="hw-logo">
          <img src={logo.url} width={logo.width} height={logo.height} alt={name ? `The logo of ${name}` : 'The logo'} />
        </p>
      ) : (
        <p className="hw-muted">
          No logo yet. It goes at the top of quotes and invoices: a PNG, JPEG or WebP picture, best on white or with a
          transparent background.
        </p>
      )}
      {canChange && (
        <div className="hw-logo-acts">
          <Button
            icon={<Upload />}
            text={logo ? 'Replace the logo' : 'Upload a logo'}
            loading={upload.isPending}
            onClick={() => input.current?.click()}
          />
          {logo && (
            <Button
              variant="minimal"
              intent="danger"
              text="Remove the logo"
              loading={remove.isPending}
              onClick={() => remove.mutate()}
            />
          )}
          <input
            ref={input}
            className="hw-photos-input"
            type="file"
            aria-label="Choose a logo"
            tabIndex={-1}
            accept={ACCEPTED}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) upload.mutate(file);
              target.value = '';
            }}
          />
        </div>
      )}
      {error && (
        <p className="hw-form-error" role="alert">
          {error.message}
        </p>
      )}
    </Section>
  );
}

/** @throws ApiError */
async function sendLogo(file: File): Promise<Reply<SettingsRecord>> {
  if (file.size > COMPANY_LIMITS.logoBytes) {
    const message = `A logo must not be larger than ${COMPANY_LIMITS.logoBytes / 1e6} MB.`;
    throw new ApiError(413, { message, code: 'too_large' });
  }
  const form = new FormData();
  form.append('image', file, 'logo');
  return sendForm({ method: 'PUT', path: PATH, form, idempotencyKey: randomKey(), onProgress() {} });
}
