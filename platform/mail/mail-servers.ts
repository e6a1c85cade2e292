import { createHash } from 'node:crypto';
import type { MailServer } from '../../domain/company/company.ts';
import { openText, sealText } from '../../store/sealing.ts';
import type { StateStore } from '../../store/state.ts';
import type { SubjectKeys } from '../../store/subject-keys.ts';
import type { Streams } from '../commands/streams.ts';
import { readCompany } from '../company/company-settings.ts';
import type { Mailbox } from './message.ts';
import { createSmtp, type SmtpAddress } from './smtp.ts';
import { type MailTransport, watched } from './transport.ts';

/** The mail server that mail is handed to. */
export interface SmtpConfig {
  /** Includes user and password if the server asks for them. */
  url: string;
  from: Mailbox;
}

/** Where mail goes. */
export interface Delivery {
  transport: MailTransport;
  /** The configured sender; null if mail goes nowhere. */
  from: Mailbox | null;
  /** What says so: SMTP_URL, or the owner's settings; null while email is not set up. */
  setBy: 'environment' | 'settings' | null;
  /** The same server, for whoever sends many mails over a few connections; null if nothing can be sent. */
  server: SmtpAddress | null;
}

/** The mail server in force, and the passwords of those that the owner sets up. */
export interface MailServers {
  /** SMTP_URL says which server it is: the settings do not count. */
  isFixed: boolean;
  /** Whether mail goes anywhere. @throws StoreUnavailable */
  isSetUp(): Promise<boolean>;
  /** @throws StoreUnavailable */
  current(): Promise<Delivery>;
  /** A server before it is in force. @param password null: the one that is known, if any */
  through(server: MailServer, password: string | null): Promise<MailTransport>;
  /** Whether its password is known, or it needs none. */
  knowsPassword(server: MailServer): Promise<boolean>;
  /** Seals it for this server and account alone: with any other, it is never sent. */
  keepPassword(server: MailServer, password: string): Promise<void>;
  /** Leaves no copy of the passwords of other servers. @param server that stays in force; null for none */
  forgetOtherPasswords(server: MailServer | null): Promise<void>;
}

const PREFIX = 'mail-password/';
/** Whose key seals them. */
const SEALED_BY = 'mail-passwords';

/**
 * The server of SMTP_URL goes before the one of the settings; without either, mail goes to the outbox.
 * @param options.outbox where mail goes while no server is set up
 */
export function createMailServers(options: {
  configured: SmtpConfig | null;
  outbox: MailTransport;
  streams: Streams;
  state: StateStore;
  keys: Pick<SubjectKeys, 'ensure'>;
  now: () => string;
}): MailServers {
  const { configured, outbox, streams, state, keys, now } = options;
  const fixed = configured && createSmtp(configured.url, now);
  let latest: { of: string; transport: MailTransport } | null = null;

  async function key(): Promise<Buffer> {
    const found = await keys.ensure(SEALED_BY);
    if ('erasedAt' in found) throw new Error('The key of the mail passwords was destroyed.');
    return found.key;
  }

  async function passwordOf(server: MailServer): Promise<string | null> {
    const name = nameOf(server);
    const record = await state.get(name);
    return record && openText(record.value as string, await key(), name);
  }

  /** @returns null if the server needs a password that is not known */
  async function urlOf(server: MailServer, given: string | null): Promise<string | null> {
    const { host, port, security, user } = server;
    const address = `${security === 'tls' ? 'smtps' : 'smtp'}://`;
    if (user === null) return `${address}${host}:${port}`;
    const password = given ?? (await passwordOf(server));
    if (password === null) return null;
    return `${address}${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}:${port}`;
  }

  /** Never throws: settings that cannot be used have to be read and corrected. */
  function transportOf({ host }: MailServer, url: string | null): MailTransport {
    if (url === null) return refusing(host, `the password for ${host} is not known here. Enter it in Settings.`, now);
    try {
      return createSmtp(url, now, true);
    } catch {
      return refusing(host, `“${host}” is not the name of a mail server. Correct it in Settings.`, now);
    }
  }

  return {
    isFixed: configured !== null,
    isSetUp: async () => configured !== null || (await readCompany(streams, 'recalled')).mailServer !== null,
    async current() {
      if (fixed && configured) {
        const server = { url: configured.url, mustEncrypt: false };
        return { transport: fixed, from: configured.from, setBy: 'environment', server };
      }
      const { mailServer } = await readCompany(streams, 'recalled');
      if (mailServer === null) return { transport: outbox, from: null, setBy: null, server: null };
      const url = await urlOf(mailServer, null);
      // The same one as before, which knows how its last attempts went.
      const of = url ?? mailServer.host;
      if (latest?.of !== of) latest = { of, transport: transportOf(mailServer, url) };
      const server = url !== null && URL.canParse(url) ? { url, mustEncrypt: true } : null;
      return { transport: latest.transport, from: { name: null, address: mailServer.from }, setBy: 'settings', server };
    },
    async through(server, password) {
      return transportOf(server, await urlOf(server, password));
    },
    async knowsPassword(server) {
      return server.user === null || (await passwordOf(server)) !== null;
    },
    async keepPassword(server, password) {
      const name = nameOf(server);
      const sealed = sealText(password, await key(), name);
      for (;;) {
        const expected = (await state.get(name))?.version ?? 'none';
        if (await state.put(name, sealed, { expected, scrub: true })) return;
      }
    },
    async forgetOtherPasswords(server) {
      const kept = server && nameOf(server);
      for (const { key: name } of await state.list(PREFIX)) if (name !== kept) await state.delete(name);
    },
  };
}

function nameOf({ host, port, security, user }: MailServer): string {
  const account = JSON.stringify([host, port, security, user]);
  return PREFIX + createHash('sha256').update(account).digest('hex');
}

/** Refuses each mail: the settings lack something, for example the password after an Undo, as a replaced one is not kept. */
function refusing(host: string, reason: string, now: () => string): MailTransport {
  const { health, note } = watched('smtp', host, now);
  return { health, send: async () => note({ did: 'refused', reason }, false) };
}
