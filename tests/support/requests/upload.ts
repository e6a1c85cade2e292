import type { Answer, Client } from './client.ts';

export interface UploadOptions {
  caption?: string;
  propertyId?: string;
  /** The form field of the file; `image` by default. */
  field?: string;
  /** The sender's claims about it. */
  fileName?: string;
  contentType?: string;
  idempotencyKey?: string;
}

/** Sends one photo to a record, `lead/a`, as a browser does. */
export function upload(
  client: Client,
  record: string,
  bytes: Uint8Array,
  options: UploadOptions = {},
): Promise<Answer> {
  const { field = 'image', fileName = 'photo.jpg', contentType = 'image/jpeg', idempotencyKey } = options;
  const form = new FormData();
  if (options.caption !== undefined) form.append('caption', options.caption);
  if (options.propertyId !== undefined) form.append('propertyId', options.propertyId);
  form.append(field, new Blob([new Uint8Array(bytes)], { type: contentType }), fileName);
  return sendForm(client, record, form, idempotencyKey);
}

export function sendForm(client: Client, record: string, body: FormData, idempotencyKey?: string): Promise<Answer> {
  const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
  return client.send(`/api/photos/${record}`, { method: 'POST', headers, body });
}

/** Sends a visitor's picture for analysis, as the widget does. @param details what they enter with it */
export function analyzePublicly(
  client: Client,
  bytes: Uint8Array,
  details?: string,
  formToken?: string,
): Promise<Answer> {
  const form = new FormData();
  if (formToken !== undefined) form.append('formToken', formToken);
  if (details !== undefined) form.append('details', details);
  form.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'oak.jpg');
  return client.send('/api/analyze-image', { method: 'POST', body: form });
}

/** Sends one picture for analysis, as the quote form does. @param fields what is entered with it */
export function analyzeImage(
  client: Client,
  bytes: Uint8Array,
  fields: Record<string, string> = {},
  { idempotencyKey, signal }: { idempotencyKey?: string; signal?: AbortSignal } = {},
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'oak.jpg');
  const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
  return client.send('/api/quotes/analyze-image', { method: 'POST', headers, body: form, ...(signal && { signal }) });
}
