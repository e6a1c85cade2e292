/** A frozen server is noticed after the sum of both instead of 20 s: a batch append has no deadline of the client. */
const KEEP_ALIVE = { keepAliveInterval: '2000', keepAliveTimeout: '2000' };

/** Adds the keep-alive unless the address says another, and names the scheme as the client knows it. */
export function connectionString(url: string): string {
  const [address = '', query = ''] = url.replace(/^kurrentdb(?=[:+])/, 'esdb').split('?', 2);
  const given = query.split('&').filter((option) => option !== '');
  const names = new Set(given.map((option) => option.split('=', 1)[0]?.toLowerCase()));
  const added = Object.entries(KEEP_ALIVE).filter(([name]) => !names.has(name.toLowerCase()));
  return `${address}?${[...given, ...added.map((option) => option.join('='))].join('&')}`;
}
