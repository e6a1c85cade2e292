import type { Role } from '../../domain/user/terms.ts';
import type { CurrentUser } from '../../platform/http/access.ts';
import type { UserDocument } from '../../projections/users.ts';
import type { Document } from '../../store/read-models.ts';

/** An account on the wire, as its owner and the company's owner see it. */
export function presentUser(
  document: Document,
): CurrentUser & { disabled: boolean; createdAt: string; revision: number } {
  const user = document as UserDocument;
  return {
    id: user.id,
    username: user.username,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    role: user.role as Role,
    disabled: user.disabled,
    createdAt: user.createdAt,
    revision: user.revision,
  };
}
