import type { FastifyRequest } from 'fastify';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { isOwnHost } from '../../platform/http/own-hosts.ts';
import type { ApiContext } from './context.ts';

/**
 * Our own origin as browsers see it, such as `https://office.example.com`: PUBLIC_URL's, else the request's
 * (docs/design/runtime.md#configuration).
 * @throws HttpError 400 for a Host header that is not an address
 */
export function originOf({ config }: Pick<ApiContext, 'config'>, request: FastifyRequest): string {
  const address = config.publicUrl ?? `${request.protocol}://${request.host}`;
  if (!URL.canParse(address)) {
    throw new HttpError(400, { message: 'The Host header is not an address.', code: 'malformed_request' });
  }
  return new URL(address).origin;
}

/**
 * The origin of a link that leads into an account: PUBLIC_URL's. Whoever follows the link ends up at that address, so
 * without PUBLIC_URL the Host header is trusted only if it names this machine or one of ALLOWED_HOSTS.
 * @throws HttpError 400 for another Host header
 */
export function originOfLinks(context: Pick<ApiContext, 'config'>, request: FastifyRequest): string {
  const { publicUrl, allowedHosts } = context.config;
  if (publicUrl === null && !isOwnHost(request.host, allowedHosts)) {
    const message =
      'Heartwood does not know that this address is your office’s, so it makes no link to it. ' +
      'Set PUBLIC_URL, or add the address to ALLOWED_HOSTS, and restart Heartwood.';
    throw new HttpError(400, { message, code: 'unknown_host' });
  }
  return originOf(context, request);
}
