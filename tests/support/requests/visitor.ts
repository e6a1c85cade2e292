import { fetchDescribed } from './described.ts';

/** A person's browser moving between sites: keeps each site's cookies, and follows redirects from one to the other. */
export interface Visitor {
  /** One request, without following redirects. */
  visit(url: string): Promise<Response>;
  /** Follows redirects until one leads to the path. @returns that address, which is not requested */
  follow(url: string, path: string): Promise<string>;
  /** The cookies set by the site of an address, as a Cookie header. */
  cookies(url: string): string;
  keep(url: string, cookie: string): void;
}

const MOST_REDIRECTS = 20;

export function createVisitor(): Visitor {
  const jars = new Map<string, Map<string, string>>();
  let site: string | null = null;

  function jarOf(url: string): Map<string, string> {
    const { origin } = new URL(url);
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  }

  const cookies = (url: string) => [...jarOf(url)].map(([name, value]) => `${name}=${value}`).join('; ');

  function keep(url: string, cookie: string): void {
    const [name = '', value = ''] = (cookie.split(';', 1)[0] ?? '').split(/=(.*)/s);
    if (value === '') jarOf(url).delete(name);
    else jarOf(url).set(name, value);
  }

  async function visit(url: string): Promise<Response> {
    const { origin } = new URL(url);
    const from = site === null || site === origin ? 'same-origin' : 'cross-site';
    site = origin;
    const headers = { cookie: cookies(url), 'sec-fetch-site': from, 'sec-fetch-mode': 'navigate' };
    const response = await fetchDescribed(url, { headers });
    for (const cookie of response.headers.getSetCookie()) keep(url, cookie);
    return response;
  }

  async function follow(url: string, path: string): Promise<string> {
    let next = url;
    for (let redirects = 0; redirects < MOST_REDIRECTS; redirects++) {
      if (new URL(next).pathname === path) return next;
      const response = await visit(next);
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${next} answered ${response.status}: ${await response.text()}`);
      next = new URL(location, next).href;
    }
    throw new Error(`More than ${MOST_REDIRECTS} redirects, the last one to ${next}`);
  }

  return { visit, follow, cookies, keep };
}
