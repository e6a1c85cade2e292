import { Card } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import type { Account } from '../../data/session.ts';
import { Page } from '../../ui/page.tsx';
import { BrowserChoices } from './browser-choices.tsx';
import { ChangePassword } from './change-password.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { SecondFactor } from './second-factor.tsx';
import { WhoYouAre } from './who-you-are.tsx';

/** What a person sees and changes of their own account. */
export function AccountPage({ account }: { account: Account }) {
  return (
    <Page title="Your account">
      <div className="hw-account">
        <div>
          <Section title="Who you are">
            <WhoYouAre account={account} />
          </Section>
          <Section title="Password">
            <ChangePassword account={account} />
          </Section>
          <Section title="Second factor">
            <SecondFactor account={account} />
          </Section>
        </div>
        <div>
          <Section title="Where you are signed in">
            <OwnSessions />
          </Section>
          <Section title="On this browser">
            <BrowserChoices />
          </Section>
        </div>
      </div>
    </Page>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="hw-account-section">
      <h2>{title}</h2>
      {children}
    </Card>
  );
}
