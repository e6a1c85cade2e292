import { Button, Radio, RadioGroup, Switch } from '@blueprintjs/core';
import { Link } from '@tanstack/react-router';
import { roleLabel } from '../../../domain/user/terms.ts';
import { shownMoment } from '../../data/as-of.ts';
import { useCommand } from '../../data/use-command.ts';
import { type Account, forgetPerson, nameOf } from '../../entities/account/session.ts';
import { SessionList } from '../../entities/account/session-list.tsx';
import { tellRefused } from '../../records/acts/use-act.ts';
import { areSingleKeysOn, switchSingleKeys } from '../../ui/keyboard/shortcuts.ts';
import { Page } from '../../ui/layout/page.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { chooseTheme, THEMES, themeChoice } from '../../ui/theme.ts';
import { useStored } from '../../ui/use-stored.ts';
import { ChangePassword } from './change-password.tsx';
import { SecondFactor } from './second-factor.tsx';

/** A person's own account and settings. */
export function AccountPage({ account }: { account: Account }) {
  return (
    <Page title="Your account">
      <div className="hw-account">
        <div>
          <Section title="Profile">
            <WhoYouAre account={account} />
          </Section>
          {shownMoment === null && (
            <Section title="Password">
              <ChangePassword account={account} />
            </Section>
          )}
          <Section title="Second factor">
            <SecondFactor account={account} />
          </Section>
        </div>
        <div>
          <Section title="This browser">
            <BrowserChoices />
          </Section>
          <Section title="Where you are signed in">
            <OwnSessions />
          </Section>
        </div>
      </div>
    </Page>
  );
}

function WhoYouAre({ account }: { account: Account }) {
  const lines = [
    ['Name', nameOf(account)],
    ['Role', roleLabel(account.role)],
    ['Username', account.username ?? '—'],
    ['Email', account.email ?? '—'],
  ] as const;
  return (
    <>
      <dl className="hw-details">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="hw-account-note">
        {account.role === 'owner' ? (
          <Link to="/users" search={{ user: account.id, tab: 'edit' }}>
            Change this on the Users page
          </Link>
        ) : (
          shownMoment === null && 'Ask an owner to change this.'
        )}{' '}
        <Link to="/me" className="hw-in-text">
          What is on record of you
        </Link>
      </p>
    </>
  );
}

/** Where the person is signed in, including this browser. */
function OwnSessions() {
  const endAll = useCommand<void, unknown>({
    command: () => ({ method: 'POST', path: '/api/auth/sign-out-everywhere' }),
    collections: [],
    onSuccess() {
      forgetPerson();
      location.assign('/');
    },
    onError: tellRefused,
  });
  return (
    <SessionList
      path="/api/auth/sessions"
      everywhere={<Button text="Sign out everywhere" loading={endAll.isPending} onClick={() => endAll.mutate()} />}
    />
  );
}

/** Settings of this browser, not of the account. */
function BrowserChoices() {
  const theme = useStored(themeChoice);
  const areKeysOn = useStored(areSingleKeysOn);
  return (
    <>
      <RadioGroup
        label="Appearance"
        inline
        selectedValue={theme}
        onChange={({ currentTarget }) => {
          const chosen = THEMES.find(({ choice }) => choice === currentTarget.value);
          if (chosen) chooseTheme(chosen.choice);
        }}
      >
        {THEMES.map(({ choice, text }) => (
          <Radio key={choice} value={choice} label={text} />
        ))}
      </RadioGroup>
      <Switch
        checked={areKeysOn}
        label="Single-key shortcuts"
        onChange={({ currentTarget }) => switchSingleKeys(currentTarget.checked)}
      />
      <p className="hw-account-note">Press ? on any page to see them. Turn them off if you use dictation.</p>
    </>
  );
}
