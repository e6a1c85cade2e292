import { callFailed, callOffline, parseAnswer, type Reply } from './api.ts';
import { shownMoment } from './as-of.ts';

export interface FormCall {
  /** `POST` by default. */
  method?: 'POST' | 'PUT';
  path: string;
  form: FormData;
  /** The same for every retry of one act, so that it takes effect once. */
  idempotencyKey: string;
  /** Who did it: the server refuses the call if somebody else is signed in by now. */
  person?: string;
  /** How much has been sent, from 0 to 1. */
  onProgress(part: number): void;
}

/**
 * Sends a form with a file: `fetch` does not report progress.
 * @throws ApiError for anything but success
 */
export function sendForm<Data>({
  method = 'POST',
  path,
  form,
  idempotencyKey,
  person,
  onProgress,
}: FormCall): Promise<Reply<Data>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.setRequestHeader('idempotency-key', idempotencyKey);
    if (person !== undefined) request.setRequestHeader('x-person', person);
    if (shownMoment !== null) request.setRequestHeader('x-as-of', shownMoment);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onerror = () => reject(callOffline());
    request.onload = () => {
      try {
        const body = parseAnswer(request.responseText);
        if (request.status < 300) return resolve({ data: body as Data, ...headersOf(request) });
        const retryAfter = request.getResponseHeader('retry-after');
        reject(callFailed(request.status, body as Record<string, unknown>, retryAfter, request.statusText));
      } catch (cause) {
        reject(cause);
      }
    };
    request.send(form);
  });
}

function headersOf(request: XMLHttpRequest): Omit<Reply<unknown>, 'data'> {
  const header = (name: string) => request.getResponseHeader(name);
  return { position: header('x-position'), commandId: header('x-command-id'), nextCursor: null };
}
