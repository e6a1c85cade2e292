import type { FastifyRequest } from 'fastify';
import { HttpError } from '../platform/http/errors.ts';
import type { ApiContext } from './context.ts';

/**
 * Our own origin as browsers see it, such as `https://office.example.com`: PUBLIC_URL's, else the request's (design §3).
 * @throws HttpError 400 for a Host header that is no address
 */
export function originOf({ config }: Pick<ApiContext, 'config'>, request: FastifyRequest): string {
  const address = config.publicUrl ?? `${request.protocol}://${request.host}`;
  if (!URL.canParse(address)) {
    throw new HttpError(400, { message: 'The Host header is not an address.', code: 'malformed_request' });
  }
  return new URL(address).origin;
}
