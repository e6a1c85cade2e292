import * as z from 'zod/mini';
import { SECURITY_EVENT_TYPES } from '../../../domain/security/terms.ts';
import { oneOf, text } from '../../ui/search.ts';

/** The page's URL parameters: the kind of event, and the account. */
export const securitySearch = z.object({ type: oneOf(SECURITY_EVENT_TYPES), user: text });
export type SecuritySearch = z.output<typeof securitySearch>;
