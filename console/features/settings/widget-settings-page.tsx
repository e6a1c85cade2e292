import { Button, HTMLSelect, Switch } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { SettingsRecord } from '../../../api/settings/schema.ts';
import type { PageProps } from '../../entities/account/session.ts';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { settingsKind } from '../../entities/settings/settings-kind.ts';
import { RecordEdit } from '../../records/edit/record-edit.tsx';
import { RecordDetails } from '../../records/record/record-details.tsx';
import type { RecordKind } from '../../records/record-kind.ts';
import { Page } from '../../ui/layout/page.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { DataArea, SkeletonSection } from '../../ui/status/data-area.tsx';
import type { Toast } from '../../ui/status/toaster.tsx';
import { CopyLine } from '../../ui/values/copy-line.tsx';
import { UncountedSites } from './uncounted-sites.tsx';
import type { WidgetSettingsSearch } from './widget-settings-search.ts';

const SAVED: Toast = { title: 'Settings saved', text: 'The widget shows them right away.', intent: 'success' };

/** The settings of the widget. */
const OF_WIDGET: readonly string[] = ['allowedWidgetSites', 'widgetColor'];
const widgetKind: RecordKind<SettingsRecord> = {
  ...settingsKind,
  fields: settingsKind.fields
    .filter(({ name }) => OF_WIDGET.includes(name))
    // The page has no other sections.
    .map(({ section: _, ...field }) => field),
};

/** The quote widget for the company's own website: which sites may show it, its looks, and the code to embed it. */
export function WidgetSettingsPage({ account, search, onSearch }: PageProps<WidgetSettingsSearch>) {
  const query = useQuery(settingsQuery);
  const canChange = account.role === 'owner';
  const isEditing = search.edit === true && canChange;
  const onEdit = (isOpen: boolean) => onSearch({ edit: isOpen || undefined });
  return (
    <Page
      title="Quote Widget"
      subtitle="Visitors to your website add a photo, see an estimate, and ask for a quote"
      actions={canChange && !isEditing && <Button intent="primary" text="Change" onClick={() => onEdit(true)} />}
    >
      <DataArea
        query={query}
        firstUse={{ title: 'No settings' }}
        filtered={null}
        isEmpty={() => false}
        skeleton={<SkeletonSection lines={12} />}
      >
        {(settings) => (
          <div className="hw-settings">
            <Looks color={settings.widgetColor}>
              <Section title="Settings">
                <UncountedSites settings={settings} />
                {isEditing ? (
                  <RecordEdit kind={widgetKind} record={settings} onDone={() => onEdit(false)} saved={SAVED} />
                ) : (
                  <RecordDetails fields={widgetKind.fields} record={settings} />
                )}
                <p className="hw-muted">
                  The area where you take work yourself is set in the{' '}
                  <Link to="/settings" className="hw-in-text">
                    settings
                  </Link>
                  .
                </p>
              </Section>
            </Looks>
          </div>
        )}
      </DataArea>
    </Page>
  );
}

type Theme = 'light' | 'dark';

/** How it looks, below what is set, and the lines that put it into a page like that. @param props.color the preview is read anew with another */
function Looks({ color, children }: { color: string | null; children: ReactNode }) {
  const [theme, setTheme] = useState<Theme>('light');
  const [isCompact, setCompact] = useState(false);
  const [hasReviews, setReviews] = useState(false);
  const asked = new URLSearchParams({ theme, ...(isCompact && { compact: '1' }), ...(hasReviews && { reviews: '3' }) });
  return (
    <>
      <div className="hw-widget-column">
        {children}
        <Section title="Preview">
          <iframe
            key={`${asked} ${color}`}
            className="hw-widget-preview"
            title="Quote widget"
            src={`/widget?${asked}`}
          />
        </Section>
      </div>
      <Section title="Put it on your website">
        <div className="hw-widget-looks">
          <HTMLSelect aria-label="Theme" value={theme} onChange={({ target }) => setTheme(target.value as Theme)}>
            <option value="light">Light</option>
            <option value="dark">Dark</option>
          </HTMLSelect>
          <Switch checked={isCompact} label="Compact" onChange={() => setCompact(!isCompact)} />
          <Switch checked={hasReviews} label="Published reviews" onChange={() => setReviews(!hasReviews)} />
        </div>
        <p>Copy this line into your page, where the widget should appear:</p>
        <CopyLine text={snippet(theme, { isCompact, hasReviews })} label="Line for your website" />
      </Section>
    </>
  );
}

function snippet(theme: Theme, { isCompact, hasReviews }: { isCompact: boolean; hasReviews: boolean }): string {
  const looks = `${isCompact ? ' data-compact="true"' : ''}${hasReviews ? ' data-reviews="3"' : ''}`;
  return `<script src="${location.origin}/widget.js" data-theme="${theme}"${looks} async></script>`;
}
