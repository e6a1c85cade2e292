import { Button, Card } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import type { SettingsRecord } from '../../../api/settings/schema.ts';
import { settingsQuery } from '../../data/get-settings.ts';
import type { Account } from '../../data/session.ts';
import { DataArea, SkeletonLines } from '../../ui/data-area.tsx';
import { Page } from '../../ui/page.tsx';
import { RecordDetails } from '../../ui/record-details.tsx';
import { RecordEdit } from '../../ui/record-edit.tsx';
import { RecordHistory } from '../../ui/record-history.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import type { Toast } from '../../ui/toaster.tsx';
import { useRestore } from '../../ui/use-restore.ts';
import { settingsKind } from './settings-kind.ts';

interface SettingsPageProps {
  account: Account;
  isEditing: boolean;
  onEdit(isEditing: boolean): void;
}

const SAVED: Toast = { title: 'Settings saved', text: 'They apply from now on.', intent: 'success' };
const FAILED: Toast = { title: 'Error', text: 'The settings could not be saved.' };

/** What holds for the whole company: the owner changes it, everybody may look. */
export function SettingsPage({ account, isEditing, onEdit }: SettingsPageProps) {
  const query = useQuery(settingsQuery);
  const canChange = account.role === 'owner';
  useShortcuts(canChange ? [{ keys: 'e', label: 'Change the settings', run: () => onEdit(true) }] : []);
  return (
    <Page
      title="Settings"
      subtitle={
        canChange ? 'What holds for the whole company' : 'Settings of the whole company. Only the owner changes them.'
      }
      actions={
        canChange && !isEditing && <Button intent="primary" text="Change settings" onClick={() => onEdit(true)} />
      }
    >
      <DataArea
        query={query}
        firstUse={{ title: 'No settings' }}
        filtered={null}
        isEmpty={() => false}
        skeleton={<SkeletonLines lines={10} />}
      >
        {(settings) => (
          <div className="hw-settings">
            <Card className="hw-settings-section">
              {isEditing && canChange ? (
                <RecordEdit
                  kind={settingsKind}
                  record={settings}
                  onDone={() => onEdit(false)}
                  saved={SAVED}
                  failed={FAILED}
                />
              ) : (
                <RecordDetails fields={settingsKind.fields} record={settings} />
              )}
            </Card>
            <Card className="hw-settings-section">
              <h2>History</h2>
              <History settings={settings} canChange={canChange} />
            </Card>
          </div>
        )}
      </DataArea>
    </Page>
  );
}

function History({ settings, canChange }: { settings: SettingsRecord; canChange: boolean }) {
  const restore = useRestore(settingsKind, settings, SAVED, FAILED);
  // Before the first change there is no record whose history could be asked for.
  if (settings.revision < 0) return <p className="hw-muted">Nothing has been changed yet: these are the defaults.</p>;
  return (
    <RecordHistory kind={settingsKind} id={settings.id} canChange={canChange} restore={canChange ? restore : null} />
  );
}
