/** Scheme, account and hosts; the settings: split the way the client splits an address. */
const PARTS = /^([a-z+]+:\/\/(?:[^/:@]*(?::[^@]*)?@)?[^/?#@]+)\/*(?:\?(.*))?$/i;
/** The client's own default, and the least it accepts without a warning. */
const KEEP_ALIVE_MS = 10_000;
/** Far more clients than are ever open at the same time. */
const DISTINCT = 1_000;

/** The address as the client knows it: `kurrentdb` is the server's later name for the same scheme. */
export function connectionString(url: string): string {
  return url.replace(/^kurrentdb(?=[:+])/, 'esdb');
}

/**
 * Whether the server has to be the leader: it is chosen from the nodes of a cluster, and no other kind of node is
 * preferred.
 */
export function wantsLeader(address: string): boolean {
  const { servers, settings } = partsOf(address);
  const preferred = settings.get('nodepreference') ?? 'leader';
  return preferred.toLowerCase() === 'leader' && (servers.startsWith('esdb+discover:') || servers.includes(','));
}

/**
 * The address for one client. A node that says nothing costs it one second of its search for the leader, and a search
 * that finds nobody ends, since another client looks again. Clients with equal settings share their connections, and
 * how long to wait before the next attempt to connect, up to two minutes: a keep-alive of its own makes it unequal.
 * @param number differs from that of each other client that is open
 */
export function addressFor(address: string, number: number): string {
  const { servers, settings } = partsOf(address);
  const keepAliveMs = Number(settings.get('keepaliveinterval') ?? KEEP_ALIVE_MS);
  const own = new Map([
    ['gossiptimeout', '1'],
    ['maxdiscoverattempts', '1'],
    ['keepaliveinterval', String(keepAliveMs < 0 ? keepAliveMs : keepAliveMs + (number % DISTINCT))],
  ]);
  // Before the given ones: where one of those has no value, the client takes it together with what follows.
  const all = new Map<string, string | undefined>([...own, ...settings, ...own]);
  return `${servers}?${[...all].map(([name, value]) => (value === undefined ? name : `${name}=${value}`)).join('&')}`;
}

/** The settings by their names as the client compares them; the last of a name counts. */
function partsOf(address: string): { servers: string; settings: Map<string, string | undefined> } {
  const [, servers = address, texts = ''] = PARTS.exec(address.trim()) ?? [];
  const settings = new Map<string, string | undefined>();
  for (const text of texts.split('&').filter((each) => each !== '')) {
    const [name = '', ...value] = text.split('=');
    settings.set(name.trim().toLowerCase().replace(/[_-]/g, ''), value.length === 0 ? undefined : value.join('='));
  }
  return { servers, settings };
}
