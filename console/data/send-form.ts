import { ApiError, callFailed, callOffline, type Reply } from './api.ts';

export interface FormCall {
  path: string;
  form: FormData;
  /** The same for every repeat of one act, so that it takes effect once. */
  idempotencyKey: string;
  /** How much has been sent, from 0 to 1. */
  onProgress(part: number): void;
}

/**
 * Sends a form with a file: `fetch` does not tell how far it has come.
 * @throws ApiError for everything but a success
 */
export function sendForm<Data>({ path, form, idempotencyKey, onProgress }: FormCall): Promise<Reply<Data>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('idempotency-key', idempotencyKey);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onerror = () => reject(callOffline());
    request.onload = () => {
      const body = parsed(request);
      if (request.status >= 300) reject(callFailed(request.status, body, request.getResponseHeader('retry-after')));
      else resolve({ data: body as Data, ...headersOf(request) });
    };
    request.send(form);
  });
}

function headersOf(request: XMLHttpRequest): Omit<Reply<unknown>, 'data'> {
  const header = (name: string) => request.getResponseHeader(name);
  return { position: header('x-position'), commandId: header('x-command-id'), nextCursor: null };
}

function parsed({ responseText, status }: XMLHttpRequest): Record<string, unknown> {
  try {
    return JSON.parse(responseText) as Record<string, unknown>;
  } catch {
    return { message: new ApiError(status, {}).message };
  }
}
