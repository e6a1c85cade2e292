import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SettingsRecord } from '../../../api/settings/schema.ts';
import type { PageProps } from '../../entities/account/session.ts';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { settingsKind } from '../../entities/settings/settings-kind.ts';
import { RecordEdit } from '../../records/edit/record-edit.tsx';
import { RecordParts } from '../../records/record/record-details.tsx';
import { RecordHistory, useRestore } from '../../records/record/record-history.tsx';
import { useShortcuts } from '../../ui/keyboard/shortcuts.ts';
import { Page } from '../../ui/layout/page.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { DataArea, SkeletonSection } from '../../ui/status/data-area.tsx';
import type { Toast } from '../../ui/status/toaster.tsx';
import { EmailSection } from './email-section.tsx';
import { LogoSection } from './logo-section.tsx';
import { PriceCatalog, PriceHistory } from './price-catalog.tsx';
import { RolesSection } from './roles-section.tsx';
import type { SettingsSearch } from './settings-search.ts';
import { UncountedSites } from './uncounted-sites.tsx';

const SAVED: Toast = { title: 'Settings saved', text: 'Changes take effect right away.', intent: 'success' };

/** The company-wide settings, with what each role may do: owners can change them. */
export function SettingsPage({ account, search, onSearch }: PageProps<SettingsSearch>) {
  const isEditing = search.edit === true;
  const onEdit = (isOpen: boolean) => onSearch({ edit: isOpen || undefined });
  const query = useQuery(settingsQuery);
  const canChange = account.role === 'owner';
  useShortcuts(canChange ? [{ keys: 'e', label: 'Change the settings', run: () => onEdit(true) }] : []);
  return (
    <Page
      title="Settings"
      subtitle={canChange ? 'Company-wide settings' : 'Company-wide settings. Only the owner can change them.'}
      actions={
        canChange && !isEditing && <Button intent="primary" text="Change settings" onClick={() => onEdit(true)} />
      }
    >
      <DataArea
        query={query}
        firstUse={{ title: 'No settings' }}
        filtered={null}
        isEmpty={() => false}
        skeleton={
          <div className="hw-settings">
            <SkeletonSection lines={14} />
            <SkeletonSection lines={10} />
          </div>
        }
      >
        {(settings) => (
          <div className="hw-settings">
            <Section>
              <UncountedSites settings={settings} />
              {isEditing && canChange ? (
                <RecordEdit kind={settingsKind} record={settings} onDone={() => onEdit(false)} saved={SAVED} />
              ) : (
                <RecordParts fields={settingsKind.fields} record={settings} />
              )}
            </Section>
            <Section title="History">
              <History settings={settings} canChange={canChange} />
            </Section>
            <EmailSection
              account={account}
              revision={settings.revision}
              isEditing={search.email === true}
              onEdit={(isOpen) => onSearch({ email: isOpen || undefined })}
            />
            <LogoSection settings={settings} canChange={canChange} />
            <Section title="Quote widget">
              <p>
                Put a form on your website where visitors can ask for a quote.{' '}
                <Link to="/settings/widget" className="hw-in-text">
                  How it looks, and the line for your website
                </Link>
              </p>
            </Section>
            <PriceCatalog
              canChange={canChange}
              isEditing={search.prices === true}
              onEdit={(isOpen) => onSearch({ prices: isOpen || undefined })}
            />
            <PriceHistory canChange={canChange} />
            <RolesSection />
          </div>
        )}
      </DataArea>
    </Page>
  );
}

function History({ settings, canChange }: { settings: SettingsRecord; canChange: boolean }) {
  const restore = useRestore(settingsKind, settings, SAVED);
  // Before the first change there is no record, and so no history to load.
  if (settings.revision < 0) return <p className="hw-muted">Nothing has been changed yet: these are the defaults.</p>;
  return (
    <RecordHistory kind={settingsKind} id={settings.id} canChange={canChange} restore={canChange ? restore : null} />
  );
}
