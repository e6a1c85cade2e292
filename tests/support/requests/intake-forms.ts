import { expectStatus, type TestServer } from '../server.ts';
import type { Answer, Client } from './client.ts';

/** The token of a form that a visitor opens now. */
export async function tokenFor(
  { stranger }: Pick<TestServer, 'stranger'>,
  form: { page?: 'portal' | 'widget'; site?: string },
): Promise<string> {
  const query = new URLSearchParams(form).toString();
  return (await stranger.get(`/api/public/form-token?${query}`).then(expectStatus(200))).body.formToken;
}

/** The portal's form, as a browser sends it. */
export function portalForm(
  fields: Readonly<Record<string, string | undefined>>,
  photos: readonly Uint8Array[] = [],
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
  for (const [index, photo] of photos.entries()) {
    form.append(`image_${index}`, new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), `photo ${index}.jpg`);
  }
  return form;
}

export function sendPortal(client: Client, body: FormData, headers: Record<string, string> = {}): Promise<Answer> {
  return client.send('/api/leads/customer-portal', { method: 'POST', headers, body });
}

export function sendWidget(client: Client, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return client.post('/api/public/submit-lead', body, headers);
}
