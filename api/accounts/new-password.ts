import { passwordProblem } from '../../platform/accounts/password-rules.ts';
import { readCompany } from '../../platform/company/company-settings.ts';
import type { CurrentUser } from '../../platform/http/access.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import type { ApiContext } from '../kit/context.ts';

/**
 * @param path of the field that the password came in
 * @throws HttpError 400 for a password that is easy to guess, with the reason
 */
export async function refuseWeak(
  { streams }: Pick<ApiContext, 'streams'>,
  user: CurrentUser,
  password: string,
  path: string,
): Promise<void> {
  const { name } = await readCompany(streams);
  const problem = passwordProblem(password, { ...user, company: name });
  if (problem === null) return;
  const message = `The password ${problem}.`;
  throw new HttpError(400, { message, code: 'invalid', issues: [{ path, message }] });
}
