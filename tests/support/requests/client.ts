import { readDescribed } from './described.ts';

/** An answer of the API. `body` is parsed JSON, or the text if it is not JSON. */
export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts on what came, whatever its shape
  body: any;
  headers: Headers;
}

/** A person's browser as the API sees it: it keeps cookies. */
export interface Client {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** For bodies that are not JSON, or wrong on purpose. */
  send(path: string, init: RequestInit): Promise<Answer>;
  /** The session cookie. */
  cookie(): string | undefined;
  /** All of them, as a Cookie header. */
  cookies(): string;
}

/**
 * Every answer is checked against the description that the server serves.
 * @param before whose cookies it has, for example from before the server was started anew
 */
export function createClient(url: string, before?: Client): Client {
  const kept = before?.cookies().split('; ').filter(Boolean) ?? [];
  const cookies = new Map(kept.map((pair) => [pair.slice(0, pair.indexOf('=')), pair]));

  async function send(path: string, init: RequestInit): Promise<Answer> {
    const headers = new Headers(init.headers);
    if (cookies.size > 0) headers.set('cookie', [...cookies.values()].join('; '));
    const answer = await readDescribed(url + path, { ...init, headers });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';', 1);
      const name = pair.slice(0, pair.indexOf('='));
      if (pair.endsWith('=')) cookies.delete(name);
      else cookies.set(name, pair);
    }
    return { status: answer.status, body: parse(answer.text), headers: answer.headers };
  }

  const json =
    (method: string) =>
    (path: string, body?: unknown, headers: Record<string, string> = {}) =>
      send(
        path,
        body === undefined
          ? { method, headers }
          : { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) },
      );

  return {
    get: (path, headers = {}) => send(path, { headers }),
    post: json('POST'),
    patch: json('PATCH'),
    put: json('PUT'),
    delete: (path, headers = {}) => send(path, { method: 'DELETE', headers }),
    send,
    cookies: () => [...cookies.values()].join('; '),
    cookie: () => [...cookies.values()].find((pair) => /^(__Host-)?heartwood_session=/.test(pair)),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
