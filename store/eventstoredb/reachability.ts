import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { hostsOf } from '../server-address.ts';

const DEFAULT_PORT = 2113;
const LOOK_MS = 3_000;

/**
 * Why a server cannot be reached, which its client does not say: a few words for each host of the address, with what to
 * do if that is known.
 */
export async function whyUnreachable(address: string): Promise<string> {
  const hosts = hostsOf(address) ?? [];
  const reasons = await Promise.all(hosts.map(async (host) => `${host}: ${await reasonFor(host, address)}`));
  return reasons.join('; ');
}

async function reasonFor(hostAndPort: string, address: string): Promise<string> {
  const [host = '', port = DEFAULT_PORT] = hostAndPort.split(':');
  const options = { host, port: Number(port) };
  const isPlain = /[?&]tls=false(&|$)/i.test(address);
  try {
    const socket = isPlain
      ? connectTcp(options)
      : connectTls({ ...options, servername: host, ca: await certificateOf(address) });
    try {
      await once(socket, isPlain ? 'connect' : 'secureConnect', { signal: AbortSignal.timeout(LOOK_MS) });
    } finally {
      socket.destroy();
    }
    return isPlain
      ? 'it accepts connections and does not answer; does it need TLS?'
      : 'it accepts connections and does not answer';
  } catch (cause) {
    return explained(cause as NodeJS.ErrnoException);
  }
}

/** The certificate that the address names, read as the client reads it; without one, Node uses those it knows. */
async function certificateOf(address: string): Promise<Buffer | undefined> {
  const path = /[?&]tlsCAFile=([^&]+)/i.exec(address)?.[1];
  return path === undefined ? undefined : readFile(path);
}

function explained({ name, code = '', message }: NodeJS.ErrnoException): string {
  if (name === 'AbortError' || name === 'TimeoutError') return 'nothing answers';
  if (code === 'ECONNREFUSED') return 'nothing is listening there';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'there is no such host';
  if (code === 'ENOENT') return 'the file that tlsCAFile names is not there';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `its certificate is for another name (${message})`;
  if (/CERT|SELF_SIGNED|ISSUER|UNABLE_TO/.test(code))
    return `its certificate is not trusted (${message}): name the certificate authority with tlsCAFile`;
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'EPROTO') return 'it does not use TLS: set tls=false';
  return message;
}
