import { Button } from '@blueprintjs/core';
import { ArrowRight, Lightbulb, Time } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import type { RuleRecord, RunRecord } from '../../../../api/automation/schema.ts';
import { may } from '../../../../domain/user/terms.ts';
import type { PageProps } from '../../../entities/account/session.ts';
import { rulesCall, rulesQuery, runsQuery } from '../../../entities/automation-rule/automation-rule.ts';
import { automationRuleKind } from '../../../entities/automation-rule/automation-rule-kind.ts';
import { settingsQuery } from '../../../entities/settings/settings.ts';
import { type Names, useNames } from '../../../entities/task/task-kind.tsx';
import { inTab } from '../../../records/list/list-search.ts';
import { RecordCard } from '../../../records/list/record-cards.tsx';
import { RecordListPage, usePagedList } from '../../../records/list/record-list-page.tsx';
import { RestoreButton } from '../../../records/list/removed.tsx';
import { Instant } from '../../../ui/values/day.tsx';
import { todayIn } from '../../../ui/values/wall-time.ts';
import type { AiDashboardSearch } from '../ai-dashboard-search.ts';
import { DryRunDialog } from './dry-run-dialog.tsx';
import { NewRuleDialog } from './new-rule-dialog.tsx';
import { RuleDrawer } from './rule-drawer.tsx';
import { RuleSwitch } from './rule-switch.tsx';
import { didOf, thenOf, whenOf } from './rule-words.ts';
import { SUGGESTION_NAMES } from './suggestion-names.ts';
import { SUGGESTIONS } from './suggestions.ts';

const KIND = automationRuleKind();

/** Rules: what is done by itself when an insight is raised. */
export default function Automation({ account, search, onSearch }: PageProps<AiDashboardSearch>) {
  const call = rulesCall({ search: search.q, removed: search.removed });
  const list = usePagedList(rulesQuery(call), call, []);
  const runs = useQuery(runsQuery()).data;
  const names = useNames();
  const today = todayIn(useQuery(settingsQuery).data?.timeZone);
  const canChange = may(account.role, 'insights:change');
  const onDryRun = (dryRun: string) => onSearch({ dryRun });
  return (
    <>
      <RecordListPage
        {...inTab({ search, onSearch })}
        canChange={canChange}
        canExport={may(account.role, 'exports:read')}
        kind={KIND}
        plural="rules"
        param="rule"
        list={list}
        card={(rule) => (
          <RuleCard
            rule={rule}
            runs={runs?.filter(({ ruleId }) => ruleId === rule.id)}
            names={names}
            today={today}
            canChange={canChange}
            onDryRun={onDryRun}
          />
        )}
        drawer={(open) => <RuleDrawer key={open.id} {...open} names={names} onDryRun={onDryRun} />}
        firstUse={{
          title: 'No rules yet',
          description:
            'A rule does something by itself when an insight is raised: it makes a task, or prepares a message that waits until you send it. It is off until you turn it on, has a limit a day, and each of its runs has an Undo.',
          ...(canChange && {
            action: (
              <div className="hw-rule-suggestions">
                {SUGGESTION_NAMES.map((like) => (
                  <Button key={like} text={SUGGESTIONS[like].title} onClick={() => onSearch({ new: true, like })} />
                ))}
              </div>
            ),
          }),
        }}
      />
      {canChange && search.new && (
        <NewRuleDialog
          key={search.like}
          like={search.like}
          names={names}
          onCreated={({ id }) => onSearch({ new: undefined, like: undefined, rule: id })}
          onClose={() => onSearch({ new: undefined, like: undefined })}
        />
      )}
      {search.dryRun && (
        <DryRunDialog
          key={search.dryRun}
          id={search.dryRun}
          canChange={canChange}
          onClose={() => onSearch({ dryRun: undefined })}
        />
      )}
    </>
  );
}

interface RuleCardProps {
  rule: RuleRecord;
  /** Its own, the newest first; undefined until they are known. */
  runs: readonly RunRecord[] | undefined;
  names: Names;
  /** The company's day. */
  today: string;
  canChange: boolean;
  onDryRun(id: string): void;
}

function RuleCard({ rule, runs, names, today, canChange, onDryRun }: RuleCardProps) {
  const { id, name, removed, dailyLimit } = rule;
  const [last] = runs ?? [];
  const madeToday = (runs ?? []).filter(({ day }) => day === today).reduce((sum, { made }) => sum + made.length, 0);
  return (
    <RecordCard
      id={id}
      opens="rule"
      title={name}
      status={
        removed && canChange ? (
          <RestoreButton kind={KIND} record={rule} isSmall />
        ) : (
          <RuleSwitch rule={rule} canChange={canChange} onDryRun={onDryRun} />
        )
      }
      facts={[
        { icon: <Lightbulb size={14} />, label: 'When', text: `When ${whenOf(rule)}` },
        { icon: <ArrowRight size={14} />, label: 'Then', text: thenOf(rule, names) },
        {
          icon: <Time size={14} />,
          label: 'What it did last',
          text: last ? (
            <>
              {didOf(last)}, <Instant iso={last.createdAt} />
            </>
          ) : (
            // Keeps its line until it is known.
            <span className="hw-muted">{runs ? 'It did nothing yet' : '\u00a0'}</span>
          ),
        },
      ]}
      acts={
        <span className="hw-muted">
          {madeToday} of at most {dailyLimit} today
        </span>
      }
    />
  );
}
