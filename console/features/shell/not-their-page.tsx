import { roleLabel } from '../../../domain/user/terms.ts';
import { NotTheirPage } from '../../entities/account/not-in.ts';
import type { Account } from '../../entities/account/session.ts';
import { opens, pageAt } from '../../entities/pages.ts';
import { Page } from '../../ui/layout/page.tsx';
import { NotAllowed } from '../../ui/status/data-area.tsx';
import { Shell } from './shell.tsx';

/** Nothing of such a page is asked for. @throws NotTheirPage */
export function requireOpen(account: Account, pathname: string): void {
  const page = pageAt(pathname);
  if (page && !opens(account.role, page)) throw new NotTheirPage(account, page.label);
}

/** What is shown in place of the page. */
export function NotTheirs({ account, label }: Pick<NotTheirPage, 'account' | 'label'>) {
  return (
    <Shell account={account}>
      <Page title={label}>
        <NotAllowed>
          {`Your role, ${roleLabel(account.role)}, does not include this page. An owner can change it under Users.`}
        </NotAllowed>
      </Page>
    </Shell>
  );
}
